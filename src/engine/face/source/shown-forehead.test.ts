import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { dropFarForehead, softenForehead } from './shown-forehead.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 100;
/** Layout with all points in the middle, so that everything above is forehead. */
const layout: TextureLayout = {
  size: SIZE,
  points: new Float32Array(MESH_POINT_COUNT * 2).fill(SIZE / 2),
  triangles: new Uint16Array(),
  drawn: new Uint16Array(),
};
const leftHalf = (): Float32Array =>
  Float32Array.from({ length: SIZE * SIZE }, (_, at) => (at % SIZE < 50 ? 1 : 0));

it('a forehead ends softly, and within what is shown of it', () => {
  const shown = leftHalf();
  softenForehead(shown, layout);
  const row = Array.from(shown.subarray(20 * SIZE, 21 * SIZE));
  const steps = row.slice(1).map((value, at) => row[at]! - value);
  expect(Math.max(...steps)).toBeLessThan(0.4);
  expect(row[40]).toBe(1);
  expect(Math.max(...row.slice(50))).toBe(0);
});

it('the area below the brows keeps its edge', () => {
  const shown = leftHalf();
  softenForehead(shown, layout);
  expect(shown.subarray(70 * SIZE)).toEqual(leftHalf().subarray(70 * SIZE));
});

it('leaves out the side of a forehead that the other stands for', () => {
  const skin = new Float32Array(SIZE * SIZE).fill(1);
  dropFarForehead(skin, leftHalf(), layout);
  expect([skin[20 * SIZE + 10], skin[20 * SIZE + 90], skin[70 * SIZE + 10]]).toEqual([0, 1, 1]);
});
