import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { jobReportSchema, lipReportSchema } from '../../src/contract/job-details.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { workerMemory } from '../../src/service/jobs/worker-host.ts';
import { measureLowerFace } from '../media/support/measure-lower-face.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { retrackLips } from '../media/support/retrack-lips.ts';
import { atLeast, atMost, type Metric, type MeasuringContext, toMetric } from './harness.ts';
import { judgeJumps, createNaming } from './talk-set/judge-mouths.ts';
import { compareWithPlain, type SpokenTest } from './talk-speech.ts';

/** Maximum drawing time of a frame in milliseconds, by the shorter side. */
const SIZES = [
  [480, 8],
  [720, 12],
  [1080, 25],
] as const;

const madeSchema = z.object({
  path: z.string(),
  frames: z.number(),
  stages: jobReportSchema.shape.stages,
  lips: lipReportSchema,
  firstFrameMs: z.number(),
  wallMs: z.number(),
  peakMegabytes: z.number(),
});

type Made = z.output<typeof madeSchema>;

/**
 * Measures the cost of a talking portrait at each size, and how well its lips follow; `long` is spoken at the largest
 * size.
 */
export async function measureAvatars(
  folder: string,
  {
    portrait,
    short,
    long,
    note,
  }: {
    readonly portrait: string;
    readonly short: SpokenTest;
    readonly long: SpokenTest;
    readonly note: MeasuringContext['note'];
  },
): Promise<readonly Metric[]> {
  const metrics: Metric[] = [];
  for (const [size, bar] of SIZES) {
    note(`avatar, ${size}p`);
    const made = await makeAlone(portrait, size === 1080 ? long : short, { size, folder });
    metrics.push(...listMetrics(`${size}p`, made, bar));
    metrics.push(
      await compareWithPlain(`${size}p: whole job`, made.path, made.wallMs / made.frames),
    );
    if (size === 480) {
      metrics.push(await findJumps(made.path));
    }
  }
  return metrics;
}

function listMetrics(size: string, made: Made, drawBar: number): Metric[] {
  const { stages, frames, lips, firstFrameMs, peakMegabytes } = made;
  const { count, closed } = lips.closures;
  return [
    ...stages.map(({ name, durationMs }) =>
      toMetric({
        name: `${size}: ${name}`,
        value: durationMs / frames,
        unit: 'ms a frame',
        ...(name === 'draw' ? { bar: atMost(drawBar) } : {}),
      }),
    ),
    toMetric({ name: `${size}: first frame`, value: firstFrameMs, unit: 'ms' }),
    toMetric({ name: `${size}: memory`, value: peakMegabytes, unit: 'MB', bar: atMost(450) }),
    toMetric({
      name: `${size}: p b m closed, of ${count}`,
      value: (100 * closed) / Math.max(1, count),
      unit: '%',
      bar: atLeast(100),
    }),
    toMetric({
      name: `${size}: late`,
      value: lips.offsetMs ?? Number.NaN,
      unit: 'ms',
      bar: atMost(10),
    }),
    toMetric({ name: `${size}: follows what is wanted`, value: lips.correlation ?? 0, unit: 'r' }),
  ];
}

async function findJumps(path: string): Promise<Metric> {
  const models = await openTrackerModels(await openBuiltModels());
  try {
    const motion = await measureLowerFace(path, await retrackLips(models, path));
    return judgeJumps(createNaming('480p'), motion, null);
  } finally {
    models.close();
  }
}

async function makeAlone(
  portrait: string,
  { path }: SpokenTest,
  { size, folder }: { readonly size: number; readonly folder: string },
): Promise<Made> {
  const child = fileURLToPath(new URL('./avatar-child.ts', import.meta.url));
  const own = await mkdtemp(join(folder, 'avatar-'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...workerMemory.execArgv, child, portrait, path, String(size), own],
    { env: { ...process.env, ...workerMemory.env }, maxBuffer: 16_000_000 },
  );
  return madeSchema.parse(JSON.parse(stdout));
}
