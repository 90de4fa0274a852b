import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blendPatch, compareDetail } from '../../src/engine/face/blend-patch.ts';
import { createFacePatch, placePatch } from '../../src/engine/face/face-patch.ts';
import { prepareSource, type FaceSource } from '../../src/engine/face/face-source.ts';
import { createFaceSwapper } from '../../src/engine/face/face-swapper.ts';
import { createSkinColours, createSkinField } from '../../src/engine/face/skin-field.ts';
import { makeTextureLevels } from '../../src/engine/face/texture-levels.ts';
import { readStill } from '../../src/engine/io/stills.ts';
import { transcode } from '../../src/engine/io/transcode.ts';
import { openVideoWriter } from '../../src/engine/io/video-writer.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import { createPairShade, drawTriangles } from '../../src/engine/pixels/draw-triangles.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { moveStill } from '../media/support/moving-still.ts';
import { frankStill, monaLisa, readStill as readFrame } from '../media/support/stills.ts';
import { type Figure, type Measurement, ratioAtMost, toFigure } from './harness.ts';
import { median } from './statistics.ts';

const FRAME_US = 33_333;
const ROUNDS = 60;
const CLIP_FRAMES = 120;
/** Swapping and plain coding take turns, so that what else the machine does meets both. */
const TURNS = 3;

const sizes = [
  { name: '480p', width: 854, height: 480, scale: 0.85, limit: 1.5 },
  { name: '720p', width: 1280, height: 720, scale: 1.27, limit: 1.8 },
] as const;

/**
 * What a swap costs by stage (processor time of the thread), and a whole job against coding the same
 * clip again without a change.
 */
export const measurement: Measurement = {
  title: 'Swapping of faces',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
    const models = await openTrackerModels(await openBuiltModels());
    try {
      const photo = await readStill(monaLisa);
      const [face] = createFaceFinder(models).find(toI420(photo));
      const startedAtMs = processorMs();
      const source = prepareSource(photo, face!, models.canonicalFace);
      const figures = [
        toFigure({ name: 'prepare a source', value: processorMs() - startedAtMs, unit: 'ms' }),
      ];
      for (const size of sizes) {
        note(`stages, ${size.name}`);
        const frames = await makeFrames(size);
        figures.push(...measureStages(models, source, { name: size.name, frame: frames[0]! }));
        note(`jobs, ${size.name}`);
        const clip = join(folder, `${size.name}.mp4`);
        await writeClip(clip, frames);
        const result = join(folder, 'result.mp4');
        figures.push(...(await measureJobs(models, source, { ...size, clip, result })));
      }
      return figures;
    } finally {
      models.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A face that walks through a picture, a quarter of it wide. */
async function makeFrames({
  width,
  height,
  scale,
}: (typeof sizes)[number]): Promise<readonly I420Frame[]> {
  const still = await readFrame(frankStill('02159'));
  return Array.from({ length: ROUNDS }, (_, index) =>
    moveStill(still, { width, height }, { x: width * 0.44 + index, y: height / 2, scale, turn: 0 }),
  );
}

/** There and back again. */
async function writeClip(path: string, frames: readonly I420Frame[]): Promise<void> {
  const { width, height } = frames[0]!;
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour: { matrix: 'bt601', isFullRange: true },
    frameRate: { num: 30, den: 1 },
  });
  for (let index = 0; index < CLIP_FRAMES; index += 1) {
    const step = index % (2 * ROUNDS);
    const frame = frames[step < ROUNDS ? step : 2 * ROUNDS - 1 - step]!;
    await writer.write(frame, { timestampUs: index * FRAME_US, durationUs: FRAME_US });
  }
  await writer.finish();
}

function measureStages(
  models: OpenedTrackerModels,
  source: FaceSource,
  { name, frame }: { readonly name: string; readonly frame: I420Frame },
): Figure[] {
  const face = findFace(models, frame);
  const field = createSkinField(models.canonicalFace);
  const [colours, skin] = [createSkinColours(), createSkinColours()];
  const mesh = { points: face.landmarks, step: 3, faceWidth: face.box.width };
  const patch = createFacePatch();
  const light = { black: 0, reference: 120 };
  const level = makeTextureLevels(source, frame)[0]!;
  placePatch(patch, frame, face.box);
  const { points, triangles } = source.layout;
  const drawn = {
    triangles,
    to: { points: face.landmarks, step: 3, originX: patch.left, originY: patch.top, scale: 1 },
    from: { points, step: 2, originX: 0, originY: 0, scale: 1 },
    shade: createPairShade(468),
  };
  const texture = {
    first: level.frame.y,
    second: level.mask,
    width: level.frame.width,
    height: level.frame.height,
  };
  const swapper = createFaceSwapper(source);
  const stage = (what: string, work: () => unknown): Figure => {
    for (let round = 0; round < 20; round += 1) {
      work();
    }
    const startedAtMs = processorMs();
    for (let round = 0; round < ROUNDS; round += 1) {
      work();
    }
    const value = (processorMs() - startedAtMs) / ROUNDS;
    return toFigure({ name: `${what}, ${name}`, value, unit: 'ms' });
  };
  const detail = { softness: 0.2, grain: 0.2 };
  return [
    stage('read the skin', () => field.sample(frame, mesh, colours)),
    stage('smooth the skin', () => field.smooth(colours, skin, new Float32Array(468))),
    stage('take the part', () => {
      placePatch(patch, frame, face.box);
    }),
    stage('draw luma and mask', () => drawTriangles(patch.luma, texture, drawn)),
    stage('compare detail', () => compareDetail(patch)),
    stage('blend', () => blendPatch(frame, patch, { detail, light })),
    stage('whole swap', () => swapper.swap(frame, face)),
  ];
}

async function measureJobs(
  models: OpenedTrackerModels,
  source: FaceSource,
  {
    name,
    limit,
    clip,
    result,
  }: {
    readonly name: string;
    readonly limit: number;
    readonly clip: string;
    readonly result: string;
  },
): Promise<Figure[]> {
  const plain: number[] = [];
  const swapped: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    plain.push(await timeMs(() => transcode(clip, result)));
    const tracker = createFaceTracker(models);
    const swapper = createFaceSwapper(source);
    const transformFrame = (picture: I420Frame, { timestampUs }: { timestampUs: number }): void => {
      for (const face of tracker.track(picture, timestampUs)) {
        swapper.swap(picture, face);
      }
    };
    swapped.push(await timeMs(() => transcode(clip, result, { transformFrame })));
  }
  return [
    toFigure({
      name: `job per frame, ${name}`,
      value: median(swapped) / CLIP_FRAMES,
      unit: 'ms',
      reference: median(plain) / CLIP_FRAMES,
      bar: ratioAtMost(limit),
    }),
  ];
}

function findFace(models: OpenedTrackerModels, frame: I420Frame): TrackedFace {
  const [face] = createFaceFinder(models).find(frame);
  if (face === undefined) {
    throw new Error('There is no face in the picture of the bench.');
  }
  return face;
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/** Processor time this thread has used. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
