import { describe, expect, it } from 'vitest';
import {
  LEFT_BROW,
  LEFT_EYE,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { findFarEye, preferNearSide } from './near-side.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 64;
const ROW = 48 * SIZE;

describe('the sides of a turned head', () => {
  it('leaves out the eye that is seen from aside, and none of a face that looks ahead', () => {
    const facing = new Float32Array(MESH_POINT_COUNT).fill(0.9);
    expect(findFarEye(facing)).toBeNull();
    RIGHT_EYE.forEach((point) => (facing[point] = 0.6));
    expect(findFarEye(facing)).toBe(1);
  });

  it('prefers what is turned to the camera, and each eye as a whole', () => {
    const nearer = preferNearSide(turnedBy(0.5), makeLayout(), 1);
    expect(nearer[ROW + 4]).toBe(0);
    expect(nearer[ROW + 60]).toBe(1);
    expect(nearer[16 * SIZE + 48]).toBe(1);
    const both = preferNearSide(turnedBy(0.5), makeLayout(), null);
    expect(both[16 * SIZE + 48]).toBe(0);
  });
});

/** How much a face is turned to the camera whose right side is turned away by so much. */
function turnedBy(amount: number): Float32Array {
  return Float32Array.from({ length: SIZE * SIZE }, (_, index) =>
    index % SIZE < SIZE / 2 ? 0.9 : 0.9 - amount,
  );
}

/** Eyes and brows as discs in the upper half of a texture. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(MESH_POINT_COUNT * 2);
  const draw = (outline: readonly number[], x: number): void => {
    outline.forEach((point, index) => {
      const angle = (index / outline.length) * 2 * Math.PI;
      points.set([x + 9 * Math.cos(angle), 16 + 9 * Math.sin(angle)], point * 2);
    });
  };
  [LEFT_EYE, LEFT_BROW].forEach((outline) => draw(outline, 16));
  [RIGHT_EYE, RIGHT_BROW].forEach((outline) => draw(outline, 48));
  return { size: SIZE, points, triangles: new Uint16Array(0), drawn: new Uint16Array(0) };
}
