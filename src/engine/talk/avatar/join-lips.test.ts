import { expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { joinLips } from './join-lips.ts';

it('brings lips that meet together in depth, the inner edge wholly and the outer one not at all', () => {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  for (const lower of [14, 15, 16, 17]) {
    shape[lower * 3 + 2] = 0.6;
  }
  joinLips(shape);
  const depthOf = (point: number): number => shape[point * 3 + 2] ?? 0;
  expect(depthOf(14)).toBeCloseTo(depthOf(13), 5);
  expect(depthOf(14)).toBeCloseTo(0.3, 5);
  // Rows follow evenly outwards.
  expect([depthOf(17), depthOf(0)]).toEqual([expect.closeTo(0.6, 5), 0]);
  expect(depthOf(16)).toBeGreaterThan(depthOf(15));
});
