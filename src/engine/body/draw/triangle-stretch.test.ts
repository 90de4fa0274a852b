import { expect, it } from 'vitest';
import { fadeStretched, measureTriangle } from './triangle-stretch.ts';

/** Two triangles side by side: points 0 to 2, and 1 to 3. */
const from = Float32Array.of(0, 0, 10, 0, 0, 10, 10, 10, 100, 0, 110, 0, 100, 10);
const passes = [Uint16Array.of(0, 1, 2, 1, 3, 2, 4, 5, 6)];

/** Returns the visibility of the points of a mesh whose last triangle is drawn longer. */
function fade(longer: number, size = 1): Float32Array {
  const to = from.map((value) => value * size);
  to[10] = to[8]! + 10 * longer * size;
  const visible = new Float32Array(from.length / 2);
  fadeStretched(visible, { from, to, passes, size });
  return visible;
}

it('fades triangles that are stretched, whatever the size of the character is', () => {
  expect([...fade(1)]).toEqual(Array.from({ length: 7 }, () => 1));
  expect([...fade(1, 3)]).toEqual(Array.from({ length: 7 }, () => 1));
  const visible = fade(5, 0.5);
  expect([...visible.subarray(0, 4)]).toEqual([1, 1, 1, 1]);
  expect([...visible.subarray(4)]).toEqual([0, 0, 0]);
  const [, , , , half] = fade(3.25);
  expect(half).toBeGreaterThan(0.2);
  expect(half).toBeLessThan(0.8);
});

it('measures the area and the largest stretch of a triangle', () => {
  const to = Float32Array.of(0, 0, 20, 0, 0, 10);
  const { area, stretch } = measureTriangle(from, to, [0, 2, 4]);
  expect(area).toBeCloseTo(100);
  expect(stretch).toBeCloseTo(2);
});
