import { describe, expect, it } from 'vitest';
import {
  LEFT_BROW,
  LEFT_EYE,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { REFINED_RIGHT_EYE } from '../../track/refined-points.ts';
import { findAvertedSide, preferNearSide } from './near-side.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 64;
const ROW = 48 * SIZE;

describe('the sides of a turned head', () => {
  it('knows the averted side of a turned face, and none of a face that looks ahead', () => {
    const facing = new Float32Array(MESH_POINT_COUNT).fill(0.9);
    const even = new Float32Array(MESH_POINT_COUNT).fill(100);
    expect(findAvertedSide(facing, even)).toBeNull();
    RIGHT_EYE.forEach((point) => (facing[point] = 0.65));
    expect(findAvertedSide(facing, even)).toEqual({ side: 1, isEyeHidden: false });
    RIGHT_EYE.forEach((point) => (facing[point] = 0.45));
    expect(findAvertedSide(facing, even)).toEqual({ side: 1, isEyeHidden: true });
  });

  it('takes a far eye for hidden that is much darker than the near one, and not one that is lighter', () => {
    const facing = new Float32Array(MESH_POINT_COUNT).fill(0.9);
    RIGHT_EYE.forEach((point) => (facing[point] = 0.65));
    const isHiddenWith = (light: number): boolean | undefined => {
      const lights = new Float32Array(MESH_POINT_COUNT).fill(100);
      REFINED_RIGHT_EYE.forEach((point) => (lights[point] = light));
      return findAvertedSide(facing, lights)?.isEyeHidden;
    };
    expect([45, 85, 200].map(isHiddenWith)).toEqual([true, false, false]);
  });

  it('prefers the side towards the camera, and each eye as a whole', () => {
    const hidden = preferNearSide(turnedBy(0.5), makeLayout(), { side: 1, isEyeHidden: true });
    expect(hidden[ROW + 4]).toBe(0);
    expect(hidden[ROW + 60]).toBe(1);
    expect(hidden[16 * SIZE + 48]).toBe(1);
    const shown = preferNearSide(turnedBy(0.5), makeLayout(), { side: 1, isEyeHidden: false });
    expect(shown[ROW + 60]).toBe(1);
    expect(shown[16 * SIZE + 48]).toBe(0);
    const both = preferNearSide(turnedBy(0.5), makeLayout(), null);
    expect(both[16 * SIZE + 48]).toBe(0);
  });
});

/** Facing values of a face whose right side is averted by a given amount. */
function turnedBy(amount: number): Float32Array {
  return Float32Array.from({ length: SIZE * SIZE }, (_, index) =>
    index % SIZE < SIZE / 2 ? 0.9 : 0.9 - amount,
  );
}

/** Creates a layout with eyes and brows as discs in the upper half of the texture. */
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
