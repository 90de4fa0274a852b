import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { createFaceQuickCheck, createFaceLuma } from '../../src/engine/track/face-quick-check.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { openBuiltModels } from './support/models.ts';
import { moveStill } from './support/moving-still.ts';
import { frankStill, readStill } from './support/stills.ts';

const size = { width: 480, height: 360 };

let models: OpenedTrackerModels;
let still: I420Frame;
let face: TrackedFace;
const luma = createFaceLuma();
const quickCheck = createFaceQuickCheck();

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  still = await readStill(frankStill('02159'));
  const frame = moved(0, 0);
  [face] = createFaceFinder(models).find(frame) as [TrackedFace];
  quickCheck.read(frame, toPoints(face), face.box.width, luma);
});

afterAll(() => {
  models.close();
});

it.each([
  [0, 0, 0],
  [2.5, -1.5, 0],
  [-1, 1, 0.008],
])('follows a face that moves by %d and %d and turns by %d', (x, y, turn) => {
  const mesh = toPoints(face);
  expect(quickCheck.settle(moved(x, y, turn), mesh, face.box.width, luma)).toBe(true);
  for (const point of [1, 33, 152, 263]) {
    const at = point * 3;
    const [fromX, fromY] = [face.landmarks[at]! - 240, face.landmarks[at + 1]! - 180];
    expect(mesh[at]! - 240).toBeGreaterThan(fromX - fromY * turn + x - 0.6);
    expect(mesh[at]! - 240).toBeLessThan(fromX - fromY * turn + x + 0.6);
    expect(mesh[at + 1]! - 180).toBeGreaterThan(fromY + fromX * turn + y - 0.6);
    expect(mesh[at + 1]! - 180).toBeLessThan(fromY + fromX * turn + y + 0.6);
  }
});

it('takes a change of light for the same face', () => {
  const brighter = moved(1, 0);
  brighter.y.forEach((value, at) => {
    brighter.y[at] = Math.min(255, value + 12);
  });
  expect(quickCheck.settle(brighter, toPoints(face), face.box.width, luma)).toBe(true);
});

it.each([
  ['an eye is closed', 159, 0.09],
  ['something is before the mouth', 13, 0.15],
])('is not deceived when %s', (_, point, reach) => {
  const frame = moved(0, 0);
  const [x, y] = [face.landmarks[point * 3]!, face.landmarks[point * 3 + 1]!];
  const cheek = frame.y[Math.round(y + face.box.width * 0.2) * frame.strideY + Math.round(x)]!;
  const radius = face.box.width * reach;
  for (let row = Math.floor(y - radius / 2); row < y + radius; row += 1) {
    const at = row * frame.strideY + Math.round(x - radius);
    frame.y.fill(cheek, at, at + Math.round(2 * radius));
  }
  expect(quickCheck.settle(frame, toPoints(face), face.box.width, luma)).toBe(false);
});

it('drops a face that has left', () => {
  const empty = moved(0, 0);
  empty.y.fill(120);
  expect(quickCheck.settle(empty, toPoints(face), face.box.width, luma)).toBe(false);
  expect(quickCheck.settle(moved(40, 0), toPoints(face), face.box.width, luma)).toBe(false);
});

function moved(x: number, y: number, turn = 0): I420Frame {
  return moveStill(still, size, { x: 240 + x, y: 180 + y, scale: 0.6, turn });
}

/** The mesh with its irises, to be moved. */
function toPoints({ landmarks, iris }: TrackedFace): Float32Array {
  return Float32Array.from([...landmarks, ...iris]);
}
