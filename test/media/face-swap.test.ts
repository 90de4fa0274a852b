import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import { openVideoWriter } from '../../src/engine/io/video/video-writer.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../src/engine/pixels/i420-view.ts';
import { PAST_END } from '../../src/engine/pixels/simd/kernels.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { decodeClip, talkingHead } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { audrey, frankStill, monaLisa } from './support/stills.ts';
import {
  copyFrame,
  openSource,
  trackClip,
  type OpenedSource,
  type TrackedFrame,
} from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const FRAMES = 40;
const FRAME_US = 40_000;

let models: OpenedTrackerModels;
let clip: readonly TrackedFrame[];
let mona: OpenedSource;
let frank: OpenedSource;
let hard: OpenedSource;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  clip = await trackClip(models, talkingHead, { count: FRAMES });
  mona = await openSource(models, monaLisa);
  frank = await openSource(models, frankStill('02159'));
  hard = await openSource(models, audrey);
}, 120_000);

afterAll(() => {
  models.close();
});

describe('a swapped face', () => {
  it.each([
    ['a painting', () => mona],
    ['a photo', () => frank],
    // White skin and dark nostrils: no part of the nose may be misclassified.
    ['a photo in hard light', () => hard],
  ])('resembles %s, and the target less', (_, sourceOf) => {
    const { source, embedding } = sourceOf();
    const embedder = createFaceEmbedder(models.identity);
    const swapper = createFaceSwapper(source);
    for (const [index, { frame, face, timestampUs }] of clip.entries()) {
      const swapped = copyFrame(frame);
      expect(swapper.swap(swapped, face, timestampUs)).toBe(1);
      if (index % 10 === 5) {
        const before = embedFace(embedder, frame, face.landmarks);
        const after = embedFace(embedder, swapped, face.landmarks);
        const toSource = cosineSimilarity(after, embedding);
        expect(toSource).toBeGreaterThan(0.67);
        expect(toSource).toBeGreaterThan(cosineSimilarity(before, embedding) + 0.12);
        expect(toSource).toBeGreaterThan(cosineSimilarity(after, before) + 0.12);
      }
    }
  });

  it('is the same for frames in the memory of the swapper and elsewhere', () => {
    const [there, here] = [createFaceSwapper(frank.source), createFaceSwapper(frank.source)];
    const { width, height, colour } = clip[0]!.frame;
    const place = here.arena.reserve(sizeOfI420(width, height) + PAST_END);
    const { buffer } = here.arena.views.bytes;
    const inArena = createI420View(buffer, { width, height }, colour, place);
    for (const { frame, face, timestampUs } of clip.slice(0, 3)) {
      const elsewhere = copyFrame(frame);
      for (const plane of ['y', 'u', 'v'] as const) {
        inArena[plane].set(elsewhere[plane]);
      }
      there.swap(elsewhere, face, timestampUs);
      here.swap(inArena, face, timestampUs);
      for (const plane of ['y', 'u', 'v'] as const) {
        expect(Buffer.compare(inArena[plane], elsewhere[plane])).toBe(0);
        expect(Buffer.compare(inArena[plane], frame[plane])).not.toBe(0);
      }
    }
  });

  it('has no colour in a picture in black and white', () => {
    const swapper = createFaceSwapper(hard.source);
    const { frame, face, timestampUs } = clip[8]!;
    const swapped = copyFrame(frame);
    swapped.u.fill(128);
    swapped.v.fill(128);
    swapper.swap(swapped, face, timestampUs);
    for (const plane of [swapped.u, swapped.v]) {
      expect(Math.max(...plane.map((value) => Math.abs(value - 128)))).toBeLessThanOrEqual(2);
    }
  });

  it('leaves everything beyond a ring around the face unchanged', () => {
    const swapper = createFaceSwapper(frank.source);
    for (const { frame, face, timestampUs } of clip.slice(0, 5)) {
      const swapped = copyFrame(frame);
      swapper.swap(swapped, face, timestampUs);
      const { left, top, width, height } = face.box;
      let changed = 0;
      let outside = 0;
      swapped.y.forEach((value, at) => {
        if (value !== frame.y[at]) {
          const x = ((at % frame.strideY) - left - width / 2) / width;
          const y = (Math.floor(at / frame.strideY) - top - height / 2) / height;
          changed += 1;
          outside += Math.hypot(x, y) > 0.8 ? 1 : 0;
        }
      });
      expect(changed / (width * height)).toBeGreaterThan(0.5);
      expect(outside).toBe(0);
    }
  });

  it.each([
    ['straight', () => frank],
    // She looks to her left.
    ['aside', () => mona],
  ])('keeps the gaze of the target when the source looks %s', (_, sourceOf) => {
    const finder = createFaceFinder(models);
    const swapper = createFaceSwapper(sourceOf().source);
    const { frame, face, timestampUs } = clip[8]!;
    const swapped = copyFrame(frame);
    swapper.swap(swapped, face, timestampUs);
    const [before] = finder.find(frame);
    const [after] = finder.find(swapped);
    for (const [iris, outer, inner] of [
      [0, 33, 133],
      [5, 263, 362],
    ] as const) {
      expect(
        Math.abs(
          computeGaze(after!, iris, outer, inner) - computeGaze(before!, iris, outer, inner),
        ),
      ).toBeLessThan(0.1);
    }
  });

  it('does not change a video beyond that ring', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-swap-'));
    try {
      const swapper = createFaceSwapper(mona.source);
      const frames = clip.slice(0, 20);
      const swapped = frames.map(({ frame, face, timestampUs }) => {
        const copy = copyFrame(frame);
        swapper.swap(copy, face, timestampUs);
        return copy;
      });
      const plain = await codeAgain(
        join(folder, 'plain.mp4'),
        frames.map(({ frame }) => frame),
      );
      const result = await codeAgain(join(folder, 'swapped.mp4'), swapped);
      let squares = 0;
      let count = 0;
      for (const [index, { frame, face }] of frames.entries()) {
        const { left, top, width, height } = face.box;
        plain[index]!.y.forEach((value, at) => {
          const x = ((at % frame.width) - left - width / 2) / width;
          const y = (Math.floor(at / frame.width) - top - height / 2) / height;
          if (Math.hypot(x, y) > 0.8) {
            squares += (value - result[index]!.y[at]!) ** 2;
            count += 1;
          }
        });
      }
      expect(10 * Math.log10((255 ** 2 * count) / squares)).toBeGreaterThan(45);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('flickers no more than the original face', () => {
    const swapper = createFaceSwapper(frank.source);
    const before = createFaceTracker(models, { separatesPeople: false });
    const after = createFaceTracker(models, { separatesPeople: false });
    const calmBefore = createJitterMeter();
    const calmAfter = createJitterMeter();
    for (const { frame, face, timestampUs } of clip) {
      const swapped = copyFrame(frame);
      swapper.swap(swapped, face);
      calmBefore.add(before.track(frame, timestampUs)[0]!.rawLandmarks);
      calmAfter.add(after.track(swapped, timestampUs)[0]!.rawLandmarks);
    }
    expect(calmAfter.median() / calmBefore.median()).toBeLessThan(1.1);
  });

  it('frowns with the target, and has none of the lines that the target always has', () => {
    const frowned = (isFrowning: (index: number) => boolean): number => {
      const [plain, frowning] = [createFaceSwapper(frank.source), createFaceSwapper(frank.source)];
      let fraction = 0;
      for (const [index, { frame, face, timestampUs }] of clip.entries()) {
        const [calm, furrowed] = [copyFrame(frame), copyFrame(frame)];
        if (isFrowning(index)) {
          drawFurrow(furrowed, face);
        }
        const before = computeDepth(furrowed, face) - computeDepth(calm, face);
        plain.swap(calm, face, timestampUs);
        frowning.swap(furrowed, face, timestampUs);
        fraction = (computeDepth(furrowed, face) - computeDepth(calm, face)) / before;
      }
      plain.close();
      frowning.close();
      return fraction;
    };
    const [frown, always] = [frowned((index) => index > FRAMES - 8), frowned(() => true)];
    expect(frown).toBeGreaterThan(0.2);
    expect(Math.abs(always)).toBeLessThan(0.1);
  });

  it('is deterministic', () => {
    const run = (): readonly Uint8Array[] => {
      const swapper = createFaceSwapper(mona.source);
      return clip.slice(0, 6).flatMap(({ frame, face }) => {
        const swapped = copyFrame(frame);
        swapper.swap(swapped, face);
        return [swapped.y, swapped.u, swapped.v];
      });
    };
    expect(run().every((plane, index) => Buffer.compare(plane, run()[index]!) === 0)).toBe(true);
  });

  it('fades out when it turns away, is uncertain or leaves the frame', () => {
    const swapper = createFaceSwapper(mona.source);
    const { frame, face } = clip[0]!;
    const turned = (yaw: number): number =>
      swapper.swap(copyFrame(frame), { ...face, pose: { ...face.pose, yaw } });
    expect(turned(-1.2)).toBe(0);
    expect(turned(0.9)).toBeGreaterThan(0);
    expect(turned(0.9)).toBeLessThan(1);
    const untouched = copyFrame(frame);
    expect(swapper.swap(untouched, { ...face, confidence: 0.4 })).toBe(0);
    const away = face.landmarks.map((value, at) => (at % 3 === 0 ? value + 1000 : value));
    const outside = { ...face, landmarks: away, box: { ...face.box, left: face.box.left + 1000 } };
    expect(swapper.swap(untouched, outside)).toBe(0);
    expect(Buffer.compare(untouched.y, frame.y)).toBe(0);
  });

  it('may be cut by the edges of the frame', () => {
    const swapper = createFaceSwapper(frank.source);
    const { frame, face } = clip[0]!;
    for (const [right, down] of [
      [-190, 0],
      [190, 0],
      [0, -120],
      [0, 160],
    ] as const) {
      const landmarks = face.landmarks.map((value, at) => value + ([right, down][at % 3] ?? 0));
      const box = { ...face.box, left: face.box.left + right, top: face.box.top + down };
      const swapped = copyFrame(frame);
      swapper.swap(swapped, { ...face, isNew: true, landmarks, box });
      expect(swapped.y.some((value, at) => value !== frame.y[at])).toBe(true);
    }
  });
});

/** Frames written to a video and read back. */
async function codeAgain(
  path: string,
  frames: readonly I420Frame[],
): Promise<readonly I420Frame[]> {
  const { width, height } = frames[0]!;
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour: { matrix: 'bt601', isFullRange: false },
    frameRate: { num: 25, den: 1 },
  });
  for (const [index, frame] of frames.entries()) {
    await writer.write(frame, { timestampUs: index * FRAME_US, durationUs: FRAME_US });
  }
  await writer.finish();
  const read: I420Frame[] = [];
  for await (const { frame } of decodeClip(path)) {
    read.push(copyFrame(frame));
  }
  return read;
}

/** Points of a line between the brows, up to the forehead. */
function listFurrow(
  frame: Pick<I420Frame, 'strideY'>,
  { landmarks }: TrackedFace,
): ReadonlySet<number> {
  const [low, high] = [9, 151];
  const places = new Set<number>();
  for (let step = 0; step <= 10; step += 1) {
    const [x, y] = [0, 1].map((axis) => {
      const [from, to] = [landmarks[low * 3 + axis]!, landmarks[high * 3 + axis]!];
      return Math.round(from + ((to - from) * step) / 10);
    });
    places.add(y! * frame.strideY + x!);
  }
  return places;
}

function drawFurrow(frame: I420Frame, face: TrackedFace): void {
  for (const place of listFurrow(frame, face)) {
    frame.y[place] = frame.y[place]! * 0.6;
    frame.y[place + 1] = frame.y[place + 1]! * 0.7;
  }
}

/** Returns how much darker the darkest part of that line is than both sides, in levels of luma. */
function computeDepth({ y, strideY }: I420Frame, face: TrackedFace): number {
  const places = [...listFurrow({ strideY }, face)];
  const depths = places.map((place) => {
    const near = [-2, -1, 0, 1, 2, 3].map((aside) => y[place + aside]!);
    const around = [-8, -7, -6, 7, 8, 9].map((aside) => y[place + aside]!);
    return around.reduce((sum, value) => sum + value, 0) / around.length - Math.min(...near);
  });
  return depths.reduce((sum, value) => sum + value, 0) / depths.length;
}

/** Returns the position of an iris between the corners of its eye, 0..1. */
function computeGaze(face: TrackedFace, iris: number, outer: number, inner: number): number {
  const from = face.landmarks[outer * 3]!;
  return (face.iris[iris * 3]! - from) / (face.landmarks[inner * 3]! - from);
}

/** Measures the change of the points' velocity between frames. */
function createJitterMeter() {
  const past: Float32Array[] = [];
  const found: number[] = [];
  return {
    add(points: Float32Array) {
      past.push(points.slice());
      const [first, second, third] = past;
      if (first !== undefined && second !== undefined && third !== undefined) {
        let sum = 0;
        for (let at = 0; at < third.length; at += 3) {
          sum += (third[at]! - 2 * second[at]! + first[at]!) ** 2;
          sum += (third[at + 1]! - 2 * second[at + 1]! + first[at + 1]!) ** 2;
        }
        found.push(Math.sqrt((sum * 3) / third.length));
        past.shift();
      }
    },
    median: () => found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN,
  };
}
