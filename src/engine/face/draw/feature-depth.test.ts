import { expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  LEFT_BROW,
  LEFT_EYE,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { createTextureLayout } from '../source/texture-layout.ts';
import { createFeatureDepth, measureDepth } from './feature-depth.ts';

const SIZE = 128;
const DARK = [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW].flat();
const skin = new Float32Array(MESH_POINT_COUNT).fill(150);
const mesh = { points: makePoints(), step: 2, faceWidth: SIZE };

it('measures thin lashes, which the mean around a point would not show', () => {
  const depths = measureDepth(drawLashes(40), mesh, { skin, bare: null });
  expect(depths?.all).toBeCloseTo(110);
  expect(depths?.brows).toBeCloseTo(110);
});

it('measures both eyes, one of which is in the shade', () => {
  const depths = measureDepth(drawLashes(40, 110), mesh, { skin, bare: null });
  expect(depths?.eyes[0]).toBeCloseTo(110);
  expect(depths?.eyes[1]).toBeCloseTo(40);
});

it('gives a hidden eye the depth of all', () => {
  const bare = new Float32Array(MESH_POINT_COUNT).fill(1);
  RIGHT_EYE.forEach((point) => (bare[point] = 0));
  expect(measureDepth(drawLashes(40, 110), mesh, { skin, bare })?.eyes[1]).toBeCloseTo(110);
});

it('measures nothing where the eyes are hidden', () => {
  const bare = new Float32Array(MESH_POINT_COUNT);
  expect(measureDepth(drawLashes(40), mesh, { skin, bare })).toBeNull();
});

it('draws lashes no deeper than those of a soft frame, and leaves other points', () => {
  const gain = match(80);
  expect(gain[LEFT_EYE[0]!]).toBeCloseTo((1.1 * 80) / 110);
  expect(gain[0]).toBe(1);
});

it('leaves lashes nearly as deep as those of the frame, and keeps a part of the deepest ones', () => {
  expect(match(120)[LEFT_EYE[0]!]).toBe(1);
  expect(match(10)[LEFT_EYE[0]!]).toBeCloseTo(0.7);
});

it('deepens eyes that would be milky beside those of the frame, and no brows', () => {
  const gain = match(140);
  expect(gain[LEFT_EYE[0]!]).toBeCloseTo((0.85 * 140) / 110);
  expect(gain[RIGHT_EYE.at(-1)!]).toBeCloseTo((0.85 * 140) / 110);
  expect(gain[RIGHT_BROW.at(-1)!]).toBe(1);
  expect(match(250)[LEFT_EYE[0]!]).toBeCloseTo(1.35);
});

it('deepens an eye that was in the shade, unless that of the frame is as well', () => {
  const shaded = drawLashes(40, 80);
  expect(match(110, 1, { frame: shaded })[RIGHT_EYE[8]!]).toBeCloseTo((0.85 * 110) / 70);
  expect(match(110, 1, { frame: shaded })[LEFT_EYE[0]!]).toBe(1);
  expect(match(110, 1, { frame: shaded, rightEye: 80 })[RIGHT_EYE[8]!]).toBe(1);
});

it('lightens a part of what brows are deeper than those of the frame, and no eyes', () => {
  const gain = match(110, 1, { brows: 80 });
  expect(gain[RIGHT_BROW.at(-1)!]).toBeCloseTo((110 / (1.1 * 80)) ** -0.8);
  expect(gain[LEFT_EYE[0]!]).toBe(1);
  expect(match(110, 1, { brows: 10 })[RIGHT_BROW.at(-1)!]).toBeCloseTo(0.6);
  expect(match(110, 1, { brows: 101 })[RIGHT_BROW.at(-1)!]).toBe(1);
});

it('follows a depth as far as it counts', () => {
  const eye = LEFT_EYE[0]!;
  const half = (1 + match(80)[eye]!) / 2;
  expect(match(80, 0.5)[eye]).toBeCloseTo(half);
});

function match(
  depth: number,
  weight = 1,
  { frame = drawLashes(40), brows = depth, rightEye = depth } = {},
): Float32Array {
  const match = createFeatureDepth(face());
  const levels = [{ frame, mask: new Uint8Array(SIZE * SIZE) }];
  match.setSource(levels, { ...createTextureLayout(face(), SIZE), points: mesh.points }, skin);
  const gain = new Float32Array(MESH_POINT_COUNT).fill(1);
  const depths = { all: depth, brows, eyes: [depth, rightEye] as const };
  match.match({ depths, weight }, SIZE, gain);
  return gain;
}

/** Skin with a line of two rows through all eyes and brows; that of the right eye may be lighter. */
function drawLashes(luma: number, rightEye = luma): I420Frame {
  const frame = createI420Frame(SIZE, SIZE, { matrix: 'bt601', isFullRange: true });
  frame.y.fill(150).fill(luma, 63 * SIZE, 65 * SIZE);
  const from = 20 + LEFT_EYE.length;
  for (const row of [63, 64]) {
    // Samples reach three pixels around points.
    frame.y.fill(rightEye, row * SIZE + from - 3, row * SIZE + from + RIGHT_EYE.length + 3);
  }
  return frame;
}

/** Eyes and brows on one line in the middle, other points at the lower edge. */
function makePoints(): Float32Array<ArrayBuffer> {
  const points = new Float32Array(MESH_POINT_COUNT * 2).fill(SIZE - 1);
  DARK.forEach((point, index) => points.set([20 + index, 64], point * 2));
  return points;
}

function face(): CanonicalFace {
  return {
    positions: new Float32Array(MESH_POINT_COUNT * 3),
    texture: makePoints().map((value) => value / SIZE),
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
