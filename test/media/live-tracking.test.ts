/** An unchanged live face is moved without a network run; any change of it is detected at once. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { liveTracking } from '../../src/engine/live/open-tracker.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { decodeClip, talkingHead } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { copyFrame } from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const FRAMES = 90;
const [LEFT_CHEEK, RIGHT_CHEEK] = [234, 454];

let models: OpenedTrackerModels;
let clip: readonly { readonly frame: I420Frame; readonly timestampUs: number }[];
let meshes = 0;

beforeAll(async () => {
  const opened = await openTrackerModels(await openBuiltModels());
  const run = (): void => {
    meshes += 1;
    opened.mesh.run();
  };
  models = { ...opened, mesh: { ...opened.mesh, run } };
  const frames: (typeof clip)[number][] = [];
  for await (const { frame, timestampUs } of decodeClip(talkingHead)) {
    frames.push({ frame: copyFrame(frame), timestampUs });
    if (frames.length === FRAMES) {
      break;
    }
  }
  clip = frames;
});

afterAll(() => models.close());

it('needs fewer network runs, with nearly the same positions', () => {
  const placed = follow({});
  const [all, moved] = [meshes, follow(liveTracking)];
  expect(meshes).toBeLessThan(all * 0.65);
  const differences = placed.flatMap((mesh, index) => computeDifference(mesh, moved[index]!));
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  expect(mean).toBeLessThan(0.004);
  expect(Math.max(...differences)).toBeLessThan(0.03);
});

it('updates an occluded face, or one with a changed mouth, in the same frame', () => {
  const tracker = createFaceTracker(models, liveTracking);
  const { frame } = clip[0]!;
  let mesh = new Float32Array();
  for (let index = 0; index < 10; index += 1) {
    mesh = tracker.track(frame, index * 33_333)[0]!.landmarks.slice();
  }
  const placings: number[] = [];
  for (let index = 10; index < 16; index += 1) {
    const changed = copyFrame(frame);
    // Dark lips, of another shape in every frame.
    const [x, y] = [Math.round(mesh[13 * 3]!), Math.round(mesh[13 * 3 + 1]!)];
    for (let row = y - 3; row < y + 4 + (index % 2) * 6; row += 1) {
      changed.y.fill(20, row * changed.strideY + x - 10, row * changed.strideY + x + 10);
    }
    meshes = 0;
    tracker.track(changed, index * 33_333);
    placings.push(meshes);
  }
  expect(placings.every((count) => count >= 1)).toBe(true);
});

function follow(options: Parameters<typeof createFaceTracker>[1]): readonly Float32Array[] {
  const tracker = createFaceTracker(models, options);
  meshes = 0;
  return clip.map(({ frame, timestampUs }) => {
    const [face] = tracker.track(frame, timestampUs);
    return face!.landmarks.slice();
  });
}

/** Returns the mean difference of all points, in face widths. */
function computeDifference(a: Float32Array, b: Float32Array): number {
  const [left, right] = [LEFT_CHEEK * 3, RIGHT_CHEEK * 3];
  const width = Math.hypot(a[right]! - a[left]!, a[right + 1]! - a[left + 1]!);
  let sum = 0;
  for (let at = 0; at < a.length; at += 3) {
    sum += Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!) / width;
  }
  return sum / (a.length / 3);
}
