import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { prepareSource, type FaceSource } from '../../src/engine/face/source/face-source.ts';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { transcode } from '../../src/engine/io/video/transcode.ts';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import type { SwapStages } from '../../src/engine/swap/swap-record.ts';
import { swapVideo } from '../../src/engine/swap/swap-video.ts';
import { openTrackerHost, type TrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { workerMemory } from '../../src/service/jobs/worker-host.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { moveStill } from '../media/support/moving-still.ts';
import { frankStill, monaLisa, readStill as readFrame } from '../media/support/stills.ts';
import { atMost, type Metric, type Measurement, ratioAtMost, toMetric } from './harness.ts';
import { median } from './statistics.ts';

/** Number of different frames of a clip, played forwards and backwards. */
const PICTURES = 60;
/** Half a minute: in a clip of ten seconds, job start and compilation cost as much as the swap. */
const CLIP_FRAMES = 900;
/** Rounds in which swap and plain coding alternate, so that other load affects both. */
const TURNS = 5;
const LONG_MINUTES = 10;
/** Frame rate of the long clip; only its number of frames matters. */
const LONG_RATE = 15;
/** Maximum memory difference between the second and the last fifth of a long video, from garbage collection. */
const MEMORY_SWING_MB = 30;
/** Memory limit for any length. */
const MEMORY_LIMIT_MB = 400;

const sizes = [
  { name: '480p', width: 854, height: 480, scale: 0.85, limit: 1.4 },
  { name: '720p', width: 1280, height: 720, scale: 1.27, limit: 1.3 },
] as const;

/** Size of a clip in pixels; `scale` is that of its source image. */
interface BenchSize {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

const small = { width: 320, height: 240, scale: 0.42 } as const;

/** Shared parts of all jobs. */
interface Kit {
  readonly folder: string;
  readonly models: ModelFolder;
  /** Kept between jobs, as in a worker. */
  readonly tracker: TrackerHost;
  readonly source: FaceSource;
}

/**
 * Compares whole jobs with plain transcoding of the same clip, with time by stage (stages overlap), and measures the
 * memory of a long one.
 */
export const measurement: Measurement = {
  title: 'Swapping of faces',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
    const models = await openBuiltModels();
    const opened = await openTrackerModels(models);
    const before = process.cpuUsage();
    const tracker = await openTrackerHost({
      modelFolder: models.path,
      hasLookahead: true,
      searchIntervalUs: 600_000,
      newcomerIntervalUs: 2_400_000,
    });
    const { user, system } = process.cpuUsage(before);
    const opening = { name: 'open a tracker, once per worker', value: (user + system) / 1000 };
    try {
      const { source, metric } = await openSource(opened);
      const kit = { folder, models, tracker, source };
      const metrics = [toMetric({ ...opening, unit: 'ms' }), metric];
      for (const size of sizes) {
        const pictures = await makePictures(size);
        metrics.push(measureSwap(opened, source, { name: size.name, frame: pictures[0]! }));
        const clip = join(folder, `${size.name}.mp4`);
        await writeClip(clip, pictures, { frames: CLIP_FRAMES, rate: 30 });
        note(`jobs, ${size.name}`);
        metrics.push(...(await measureJobs(kit, { ...size, clip })));
      }
      note(`${LONG_MINUTES} minutes`);
      metrics.push(...(await measureMemory(kit)));
      return metrics;
    } finally {
      opened.close();
      await tracker.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function openSource(
  models: OpenedTrackerModels,
): Promise<{ readonly source: FaceSource; readonly metric: Metric }> {
  const photo = await readStill(monaLisa);
  const [face] = createFaceFinder(models).find(toI420(photo));
  const startedAtMs = readProcessorMs();
  const source = prepareSource(photo, face!, models.canonicalFace);
  const value = readProcessorMs() - startedAtMs;
  return { source, metric: toMetric({ name: 'prepare a source', value, unit: 'ms' }) };
}

/** Creates frames of a face that moves through the frame, a quarter of its width. */
async function makePictures({ width, height, scale }: BenchSize): Promise<readonly I420Frame[]> {
  const still = await readFrame(frankStill('02159'));
  return Array.from({ length: PICTURES }, (_, index) =>
    moveStill(still, { width, height }, { x: width * 0.44 + index, y: height / 2, scale, turn: 0 }),
  );
}

/** Writes the frames forwards and backwards. */
async function writeClip(
  path: string,
  pictures: readonly I420Frame[],
  { frames, rate }: { readonly frames: number; readonly rate: number },
): Promise<void> {
  const { width, height } = pictures[0]!;
  const durationUs = Math.round(1e6 / rate);
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour: { matrix: 'bt601', isFullRange: true },
    frameRate: { num: rate, den: 1 },
  });
  for (let index = 0; index < frames; index += 1) {
    const step = index % (2 * PICTURES);
    const frame = pictures[step < PICTURES ? step : 2 * PICTURES - 1 - step]!;
    await writer.write(frame, { timestampUs: index * durationUs, durationUs });
  }
  await writer.finish();
}

/** Measures the swap alone, by processor time of this thread. */
function measureSwap(
  models: OpenedTrackerModels,
  source: FaceSource,
  { name, frame }: { readonly name: string; readonly frame: I420Frame },
): Metric {
  const [face] = createFaceFinder(models).find(frame);
  if (face === undefined) {
    throw new Error('There is no face in the picture of the bench.');
  }
  const swapper = createFaceSwapper(source);
  for (let round = 0; round < 20; round += 1) {
    swapper.swap(frame, face);
  }
  const startedAtMs = readProcessorMs();
  for (let round = 0; round < PICTURES; round += 1) {
    swapper.swap(frame, face);
  }
  const value = (readProcessorMs() - startedAtMs) / PICTURES;
  return toMetric({ name: `one swap, ${name}`, value, unit: 'ms' });
}

interface Cost {
  readonly wallMs: number;
  readonly processorMs: number;
}

async function measureJobs(
  { folder, models, tracker, source }: Kit,
  { name, limit, clip }: { readonly name: string; readonly limit: number; readonly clip: string },
): Promise<Metric[]> {
  const outputPath = join(folder, 'result.mp4');
  const plain: Cost[] = [];
  const swapped: Cost[] = [];
  let stages: Partial<SwapStages> = {};
  for (let turn = 0; turn < TURNS; turn += 1) {
    plain.push(await computeCost(() => transcode(clip, outputPath)));
    swapped.push(
      await computeCost(async () => {
        const swapper = createFaceSwapper(source);
        const facts = await swapVideo({
          inputPath: clip,
          outputPath,
          swappers: [swapper],
          models,
          tracker,
        });
        // As a worker does after each job: its memory goes to the next.
        swapper.close();
        stages = facts.stages;
      }),
    );
  }
  const wall = (costs: readonly Cost[]): number => median(costs.map((cost) => cost.wallMs));
  const processor = (costs: readonly Cost[]): number =>
    median(costs.map((cost) => cost.processorMs));
  return [
    ...Object.entries(stages).map(([stage, value]) =>
      toMetric({ name: `${stage} per frame, ${name}`, value: value / CLIP_FRAMES, unit: 'ms' }),
    ),
    toMetric({
      name: `processor per frame, ${name}`,
      value: processor(swapped) / CLIP_FRAMES,
      unit: 'ms',
      reference: processor(plain) / CLIP_FRAMES,
    }),
    toMetric({
      name: `processors in use, ${name}`,
      value: processor(swapped) / wall(swapped),
      unit: 'cores',
      reference: processor(plain) / wall(plain),
    }),
    toMetric({
      name: `job per frame, ${name}`,
      value: wall(swapped) / CLIP_FRAMES,
      unit: 'ms',
      reference: wall(plain) / CLIP_FRAMES,
      bar: ratioAtMost(limit),
    }),
  ];
}

const memorySchema = z.object({
  samples: z.array(z.object({ fraction: z.number(), megabytes: z.number() })),
});

/**
 * Measures the job alone in a process set up like a worker, because this process holds clips and networks of its own.
 */
async function measureMemory({ folder }: Kit): Promise<Metric[]> {
  const clip = join(folder, 'long.mp4');
  const frames = LONG_MINUTES * 60 * LONG_RATE;
  await writeClip(clip, await makePictures(small), { frames, rate: LONG_RATE });
  const { samples } = await swapAlone(clip, join(folder, 'result.mp4'));
  const during = (from: number, to: number): readonly number[] =>
    samples
      .filter(({ fraction }) => fraction >= from && fraction < to)
      .map(({ megabytes }) => megabytes);
  const early = median(during(0.2, 0.4));
  const late = median(during(0.8, 1));
  return [
    toMetric({
      name: 'memory of a long video, most',
      value: Math.max(...during(0, 2)),
      unit: 'MB',
      bar: atMost(MEMORY_LIMIT_MB),
    }),
    toMetric({ name: 'memory after a fifth', value: early, unit: 'MB' }),
    toMetric({
      name: 'memory at the end, more than after a fifth',
      value: late - early,
      unit: 'MB',
      bar: atMost(MEMORY_SWING_MB),
    }),
  ];
}

async function swapAlone(input: string, output: string): Promise<z.infer<typeof memorySchema>> {
  const child = fileURLToPath(new URL('./long-swap-child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...workerMemory.execArgv, child, input, output],
    {
      env: { ...process.env, ...workerMemory.env },
      maxBuffer: 16_000_000,
    },
  );
  return memorySchema.parse(JSON.parse(stdout));
}

async function computeCost(work: () => Promise<unknown>): Promise<Cost> {
  const startedAtMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedAtMs, processorMs: (user + system) / 1000 };
}

/** Returns the processor time of this thread. */
function readProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
