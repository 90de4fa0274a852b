import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { z } from 'zod';
import { jobReportSchema, motionReportSchema } from '../../src/contract/job-details.ts';
import { workerMemory } from '../../src/service/jobs/worker-host.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { compareMotions } from '../media/support/compare-motions.ts';
import { writeDanceClip } from '../media/support/drawn-clip.ts';
import { createDrawnPerson } from '../media/support/drawn-person.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { compareWithPlain } from './talk-speech.ts';

const size = { width: 720, height: 1280 };
const [SECONDS, FRAMES_PER_SECOND] = [3, 12];

const madeSchema = z.object({
  path: z.string(),
  frames: z.number(),
  stages: jobReportSchema.shape.stages,
  motion: motionReportSchema,
  wallMs: z.number(),
  peakMegabytes: z.number(),
  characterMs: z.number(),
});

/**
 * Measures the animation of an image by a clip: cost of each stage, and how well another network finds the motion
 * again.
 */
export const measurement: Measurement = {
  title: 'Bodies',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-body-bench-'));
    try {
      const { image, clip } = await drawInputs(folder);
      note('motion control, 720 by 1280');
      const made = await makeAlone(image, clip, folder);
      note('joints by the other network');
      return [
        ...listMetrics(made),
        await compareWithPlain('whole job', made.path, made.wallMs / made.frames),
        ...(await judgeMotion(clip, made.path)),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function drawInputs(
  folder: string,
): Promise<{ readonly image: string; readonly clip: string }> {
  const face = await (await openBuiltModels()).readCanonicalFace();
  const draw = await createDrawnPerson(face, { ...size, appearance: appearances[3]! });
  const still = await draw({
    leftArm: [18, 14],
    rightArm: [18, 14],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  const image = join(folder, 'person.png');
  const { width, height, pixels } = still.image;
  await sharp(pixels, { raw: { width, height, channels: 4 } }).toFile(image);
  const clip = join(folder, 'dance.mp4');
  await writeDanceClip(clip, face, {
    ...size,
    seconds: SECONDS,
    framesPerSecond: FRAMES_PER_SECOND,
  });
  return { image, clip };
}

function listMetrics(made: z.output<typeof madeSchema>): Metric[] {
  const { stages, frames, motion, peakMegabytes, characterMs } = made;
  const { jointError, foundFraction, seams } = motion;
  return [
    ...stages.map(({ name, durationMs }) =>
      name === 'layers'
        ? toMetric({ name: 'character', value: durationMs / 1000, unit: 's' })
        : toMetric({
            name,
            value: durationMs / frames,
            unit: 'ms a frame',
            ...(name === 'draw' ? { bar: atMost(150) } : {}),
          }),
    ),
    toMetric({
      name: 'character, time of its thread',
      value: characterMs / 1000,
      unit: 's',
      bar: atMost(8),
    }),
    toMetric({ name: 'memory', value: peakMegabytes, unit: 'MB', bar: atMost(900) }),
    toMetric({ name: 'joints off, own network', value: jointError ?? Number.NaN, unit: 'torsos' }),
    toMetric({
      name: 'found, own network',
      value: 100 * (foundFraction ?? Number.NaN),
      unit: '%',
    }),
    toMetric({ name: 'holes', value: 100 * (seams?.holes ?? Number.NaN), unit: '%' }),
    toMetric({
      name: 'pieces left behind',
      value: 100 * (seams?.slivers ?? Number.NaN),
      unit: '%',
    }),
    toMetric({ name: 'smears', value: 100 * (seams?.smears ?? Number.NaN), unit: '%' }),
  ];
}

async function judgeMotion(clip: string, result: string): Promise<Metric[]> {
  const { angleErrorDegrees, fittedFraction, agreedFraction } = await compareMotions(clip, result);
  return [
    toMetric({
      name: 'angles of limbs, other network',
      value: angleErrorDegrees,
      unit: 'degrees',
      bar: atMost(5),
    }),
    toMetric({
      name: 'joints within 0.1, other network',
      value: 100 * fittedFraction,
      unit: '%',
      bar: atLeast(95),
    }),
    toMetric({
      name: 'the same of both networks on the clip',
      value: 100 * agreedFraction,
      unit: '%',
    }),
  ];
}

async function makeAlone(image: string, clip: string, folder: string) {
  const child = fileURLToPath(new URL('./body-child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...workerMemory.execArgv, child, image, clip, folder],
    { env: { ...process.env, ...workerMemory.env }, maxBuffer: 16_000_000 },
  );
  return madeSchema.parse(JSON.parse(stdout));
}
