import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createExpressionRatio,
  createRatioMemory,
} from '../../src/engine/face/draw/expression-ratio.ts';
import {
  createFacePatch,
  positionPatch,
  setDrawnArea,
} from '../../src/engine/face/draw/face-patch.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import { openKernelArena } from '../../src/engine/pixels/simd/kernels.ts';
import { frankTalks } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { trackClip, type TrackedFrame } from './support/tracked-clip.ts';

/** Frame of the clip in which the man laughs. */
const LAUGHS_AT = 40;
const DRAWN = 100;
/** Points of the folds from the nose past both corners of the mouth, and on the forehead. */
const FOLDS = [206, 216, 426, 436];
const FOREHEAD = [151, 108, 337];

let models: OpenedTrackerModels;
let laugh: TrackedFrame;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  [laugh] = (await trackClip(models, frankTalks, { from: LAUGHS_AT, count: 1 })) as [TrackedFrame];
}, 120_000);

afterAll(() => {
  models.close();
});

it('draws the folds of a laugh in the first frame, and no lines of the forehead', () => {
  const lumaAt = draw(0.8);
  expect(Math.min(...FOLDS.map(lumaAt))).toBeLessThan(0.93 * DRAWN);
  expect(FOREHEAD.map(lumaAt)).toEqual(FOREHEAD.map(() => DRAWN));
});

it('draws the folds of a faint smile fainter, and none of a face at rest', () => {
  const [rest, faint, wide] = [0, 0.5, 0.8].map((smile) => {
    const lumaAt = draw(smile);
    return Math.min(...FOLDS.map(lumaAt));
  });
  expect(rest).toBe(DRAWN);
  expect(faint).toBeLessThan(DRAWN);
  expect(faint).toBeGreaterThan(wide!);
});

/** Draws on even skin; returns the darkest luma around a point of the mesh. */
function draw(restSmile: number): (point: number) => number {
  const { frame, face } = laugh;
  const arena = openKernelArena();
  const patch = createFacePatch(arena);
  const ratio = createExpressionRatio(arena, models.canonicalFace);
  positionPatch(patch, frame, face.box);
  setDrawnArea(patch, face.landmarks);
  const { left, top, width, height, planes } = patch;
  const { bytes } = arena.views;
  bytes.fill(DRAWN, planes.luma, planes.luma + width * height);
  ratio.draw(patch, createRatioMemory(), {
    seen: face.landmarks,
    drawn: face.landmarks,
    faceWidth: face.box.width,
    black: 16,
    expression: 1,
    restSmile,
    strength: 1,
    elapsedUs: 0,
  });
  const drawn = bytes.slice(planes.luma, planes.luma + width * height);
  arena.close();
  return (point) => {
    const [x, y] = [face.landmarks[point * 3]! - left, face.landmarks[point * 3 + 1]! - top];
    const around = [-4, -2, 0, 2, 4].flatMap((down) =>
      [-4, -2, 0, 2, 4].map(
        (aside) => drawn[Math.round(y + down) * width + Math.round(x + aside)]!,
      ),
    );
    return Math.min(...around);
  };
}
