import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { createPersonMatte, enlargeMatte } from '../../src/engine/track/person-matte.ts';
import { openBuiltInModel, type OpenedModel } from '../../src/engine/models/open-fixed-model.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import { createI420Frame, type I420Frame } from '../../src/engine/pixels/frame.ts';
import { decodeClip, talkingHead } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { addNoise, movePoint, moveStill, pasteFrame, type Motion } from './support/moving-still.ts';
import { arrangeStills, frankStill, monaLisa, readStill } from './support/stills.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const FRAME_US = 33_333;
const size = { width: 640, height: 480 };
/** Half of the clip; `npm run bench -- track` follows all of it. */
const FRAMES = 660;
const middle: Motion = { x: 320, y: 260, scale: 0.55, turn: 0 };

let models: OpenedTrackerModels;
let matteModel: OpenedModel;
let still: I420Frame;

beforeAll(async () => {
  const folder = await openBuiltModels();
  models = await openTrackerModels(folder);
  matteModel = await openBuiltInModel(folder, 'person-matte');
  still = await readStill(frankStill('02159'));
}, 120_000);

afterAll(() => {
  models.close();
  matteModel.close();
});

describe('tracking of a talking head', () => {
  it('tracks one face with one id through at least 99 % of the frames', async () => {
    const tracker = createFaceTracker(models);
    const quality = createQualityMeter();
    let count = 0;
    let tracked = 0;
    const ids = new Set<number>();
    for await (const { frame, timestampUs } of decodeClip(talkingHead)) {
      const faces = tracker.track(frame, timestampUs);
      expect(faces.length).toBeLessThanOrEqual(1);
      count += 1;
      tracked += faces.length;
      for (const face of faces) {
        ids.add(face.id);
        expect(face.landmarks.every(Number.isFinite)).toBe(true);
        expect(isIrisInEye(face), `frame ${count}`).toBe(true);
        quality.add(face);
      }
      if (count === FRAMES) {
        break;
      }
    }
    expect(count).toBe(FRAMES);
    expect(tracked / count).toBeGreaterThanOrEqual(0.99);
    expect([...ids]).toEqual([1]);
    // Half of the frames show an almost motionless head, so the remaining motion is noise.
    expect(quality.medianAcceleration()).toBeLessThan(0.3);
    expect(quality.medianAcceleration() / quality.medianRawAcceleration()).toBeLessThan(0.6);
  }, 300_000);
});

describe('tracking of known motion', () => {
  it('is still on a still picture', () => {
    const tracker = createFaceTracker(models);
    const frame = moveStill(still, size, middle);
    let last = new Float32Array(0);
    let change = 0;
    for (let index = 0; index < 40; index += 1) {
      const face = requireOneFace(tracker.track(frame, index * FRAME_US));
      change = index < 30 ? 0 : Math.max(change, largestChange(face.landmarks, last));
      last = Float32Array.from(face.landmarks);
    }
    expect(change).toBeLessThan(0.01);
  });

  it('hardly moves under the noise of a camera', () => {
    const tracker = createFaceTracker(models);
    const quality = createQualityMeter();
    for (let index = 0; index < 45; index += 1) {
      const frame = moveStill(still, size, middle);
      addNoise(frame, 6, index + 1);
      const face = requireOneFace(tracker.track(frame, index * FRAME_US));
      if (index >= 15) {
        quality.add(face);
      }
    }
    expect(quality.medianAcceleration()).toBeLessThan(0.08);
    expect(quality.medianAcceleration() / quality.medianRawAcceleration()).toBeLessThan(0.25);
  });

  it.each<[string, (index: number) => Motion]>([
    ['a steady walk', (index) => ({ ...middle, x: 200 + index * 3 })],
    ['a quick turnaround', (index) => ({ ...middle, x: 220 + Math.abs((index % 30) - 15) * 10 })],
    ['a start and a stop', (index) => ({ ...middle, x: 220 + 12 * between(index - 20, 0, 10) })],
    ['a nod of the camera', (index) => ({ ...middle, turn: 0.5 * Math.sin(index * 0.25) })],
    ['a zoom', (index) => ({ ...middle, scale: 0.5 + 0.15 * Math.sin(index * 0.2) })],
  ])('has no lag in %s', (_, motionAt) => {
    const { lagFrames, errorShare, ids } = follow(motionAt);
    expect(Math.abs(lagFrames)).toBeLessThan(0.25);
    expect(errorShare).toBeLessThan(0.015);
    expect(ids).toBe(1);
  });

  it('trails a creeping face by less than a pixel', () => {
    const { errorShare } = follow((index) => ({ ...middle, x: 250 + index * 0.4 }));
    expect(errorShare).toBeLessThan(0.012);
  });
});

describe('identities', () => {
  it('return with the person after the face was absent', async () => {
    const tracker = createFaceTracker(models);
    const pair = await arrangeFaces(false);
    const alone = await arrangeFaces(true);
    const away = createI420Frame(pair.width, pair.height);
    const first = show(tracker, pair, 0, 5);
    expect(new Set(first.map(({ id }) => id))).toEqual(new Set([1, 2]));
    const frank = first.find(({ box }) => box.left < pair.width / 2);
    expect(show(tracker, away, 5, 5)).toEqual([]);
    const back = show(tracker, alone, 10, 5);
    // He has moved to the other side and is alone now.
    expect(back.map(({ id }) => id)).toEqual([frank?.id]);
    expect(back[0]?.box.left).toBeGreaterThan(pair.width / 2);
  });

  it('stay with their people when one walks past the other', async () => {
    const colour = still.colour;
    const portrait = { width: 260, height: 300 };
    const frank = moveStill(still, portrait, { x: 130, y: 150, scale: 0.6, turn: 0 });
    const mona = moveStill(await readStill(monaLisa), portrait, {
      x: 150,
      y: 400,
      scale: 0.85,
      turn: 0,
    });
    const tracker = createFaceTracker(models);
    const seen: { readonly left: number; readonly id: number }[][] = [];
    for (let index = 0; index < 75; index += 1) {
      const frame = createI420Frame(960, 540, colour);
      const step = Math.round(between(index - 5, 0, 60)) * 10;
      pasteFrame(frame, mona, 660 - step, 110);
      pasteFrame(frame, frank, 40 + step, 130);
      const faces = tracker.track(frame, index * FRAME_US);
      seen.push(faces.map(({ id, box }) => ({ id, left: box.left })));
    }
    const idsByPlace = (faces: (typeof seen)[number]): readonly number[] =>
      faces.toSorted((a, b) => a.left - b.left).map(({ id }) => id);
    const [frankId, monaId] = idsByPlace(seen[4]!);
    expect(idsByPlace(seen.at(-1)!)).toEqual([monaId, frankId]);
  });

  it('have different numbers across a cut to another person in the same place', async () => {
    const tracker = createFaceTracker(models);
    const frank = moveStill(still, size, middle);
    const mona = moveStill(await readStill(monaLisa), size, { ...middle, y: 400, scale: 0.9 });
    const [first] = show(tracker, frank, 0, 4);
    const [second] = show(tracker, mona, 4, 4);
    const [third] = show(tracker, frank, 8, 4);
    expect(second?.id).not.toBe(first?.id);
    expect(third?.id).toBe(first?.id);
  });

  it('have embeddings that distinguish people', async () => {
    const embedder = createFaceEmbedder(models.identity);
    const finder = createFaceFinder(models);
    const describeFace = async (path: string): Promise<Float32Array> => {
      const frame = await readStill(path);
      return embedFace(embedder, frame, finder.find(frame)[0]!.landmarks);
    };
    const numbers = ['01829', '02045', '02159', '02683', '04117'];
    const franks = await Promise.all(numbers.map((number) => describeFace(frankStill(number))));
    const mona = await describeFace(monaLisa);
    const same = franks.flatMap((a, i) => franks.slice(i + 1).map((b) => cosineSimilarity(a, b)));
    const other = franks.map((a) => cosineSimilarity(a, mona));
    expect(Math.min(...same)).toBeGreaterThan(0.7);
    expect(Math.max(...other)).toBeLessThan(0.45);
  });
});

describe('faces of stills', () => {
  const rolls = new Map<string, number>();
  beforeAll(async () => {
    for (const picture of [frankStill('02159'), monaLisa]) {
      const [upright] = createFaceFinder(models).find(await readStill(picture));
      rolls.set(picture, upright!.pose.roll);
    }
  });

  it.each([30, -45, 90, 135, 180])('are found turned by %d degrees', async (degrees) => {
    const finder = createFaceFinder(models);
    expect(rolls.size).toBe(2);
    for (const [picture, upright] of rolls) {
      const pixels = sharp(picture).rotate(degrees).raw();
      const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const turned = sharp(data, { raw: { width, height, channels } });
      const [face] = finder.find(await readStill(turned));
      const turn = ((face!.pose.roll - upright) * 180) / Math.PI - degrees;
      expect(Math.abs(((turn + 540) % 360) - 180)).toBeLessThan(10);
    }
  });

  it('are found when they are small and many', async () => {
    const image = await arrangeStills(1280, 720, [
      { picture: frankStill('02159'), width: 120, left: 200, top: 100 },
      { picture: monaLisa, width: 110, left: 900, top: 350 },
      { picture: frankStill('02683'), width: 90, left: 600, top: 500 },
    ]);
    const faces = createFaceFinder(models).find(await readStill(image));
    expect(faces.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(faces.every(({ box }) => box.width > 25 && box.width < 60)).toBe(true);
  });

  it('are not found where there are none', () => {
    const empty = createI420Frame(640, 480);
    empty.y.forEach((_, index) => {
      empty.y[index] = 60 + ((index * 7919) % 90);
    });
    expect(createFaceFinder(models).find(empty)).toEqual([]);
  });
});

describe('person matte', () => {
  it('covers the person and not the wall', () => {
    const matte = createPersonMatte(matteModel).matte(still);
    const enlarged = new Uint8Array(still.width * still.height);
    enlargeMatte(matte, enlarged, still);
    const [face] = createFaceFinder(models).find(still);
    const nose = face!.landmarks.subarray(3, 5);
    expect(enlarged[Math.round(nose[1]!) * still.width + Math.round(nose[0]!)]).toBeGreaterThan(
      250,
    );
    expect(enlarged[20 * still.width + 40]).toBeLessThan(10);
  });
});

/** The lag behind known motion and the error as share of the face, over 60 frames. */
function follow(motionAt: (index: number) => Motion): {
  lagFrames: number;
  errorShare: number;
  ids: number;
} {
  const tracker = createFaceTracker(models, { separatesPeople: false });
  const known = createFaceFinder(models).find(still)[0]!;
  const ids = new Set<number>();
  let against = 0;
  let moved = 0;
  let error = 0;
  for (let index = 0; index < 60; index += 1) {
    const motion = motionAt(index);
    const face = requireOneFace(tracker.track(moveStill(still, size, motion), index * FRAME_US));
    ids.add(face.id);
    let sum = 0;
    for (let at = 0; at < face.landmarks.length; at += 3) {
      const [kx, ky] = [known.landmarks[at]!, known.landmarks[at + 1]!];
      const [x, y] = movePoint(still, motion, kx, ky);
      const [lastX, lastY] = movePoint(still, motionAt(index - 1), kx, ky);
      const [dx, dy] = [face.landmarks[at]! - x, face.landmarks[at + 1]! - y];
      sum += dx * dx + dy * dy;
      against -= dx * (x - lastX) + dy * (y - lastY);
      moved += (x - lastX) ** 2 + (y - lastY) ** 2;
    }
    error += Math.sqrt(sum / 468) / face.box.width / 60;
  }
  return { lagFrames: against / moved, errorShare: error, ids: ids.size };
}

function show(
  tracker: ReturnType<typeof createFaceTracker>,
  frame: I420Frame,
  start: number,
  count: number,
): readonly TrackedFace[] {
  let faces: readonly TrackedFace[] = [];
  for (let index = start; index < start + count; index += 1) {
    faces = tracker.track(frame, index * FRAME_US);
  }
  return faces.map((face) => ({ ...face, box: { ...face.box } }));
}

async function arrangeFaces(isAlone: boolean): Promise<I420Frame> {
  const frank = { picture: frankStill('02683'), width: 500, top: 120 };
  return readStill(
    await arrangeStills(
      1280,
      720,
      isAlone
        ? [{ ...frank, left: 720 }]
        : [
            { ...frank, left: 40, picture: frankStill('02159') },
            { picture: monaLisa, width: 440, left: 760, top: 20 },
          ],
    ),
  );
}

function requireOneFace(faces: readonly TrackedFace[]): TrackedFace {
  expect(faces.length).toBe(1);
  return faces[0]!;
}

function largestChange(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index]!)), 0);
}

/** Returns whether both irises are between the corners of their eyes. */
function isIrisInEye({ iris, landmarks }: TrackedFace): boolean {
  const isBetween = (point: number, outer: number, inner: number): boolean => {
    const along = landmarks[inner * 3]! - landmarks[outer * 3]!;
    const share = (iris[point * 3]! - landmarks[outer * 3]!) / along;
    return share > -0.1 && share < 1.1;
  };
  return isBetween(0, 33, 133) && isBetween(5, 263, 362);
}

function between(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Collects the acceleration of points between frames, which is noise on a still head. */
function createQualityMeter() {
  const smoothed = createAccelerations();
  const raw = createAccelerations();
  return {
    add({ landmarks, rawLandmarks }: TrackedFace) {
      smoothed.add(landmarks);
      raw.add(rawLandmarks);
    },
    medianAcceleration: smoothed.median,
    medianRawAcceleration: raw.median,
  };
}

function createAccelerations() {
  const past: Float32Array[] = [];
  const found: number[] = [];
  return {
    add(points: Float32Array) {
      past.push(Float32Array.from(points));
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
