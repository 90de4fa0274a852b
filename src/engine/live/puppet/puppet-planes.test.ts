import { expect, it } from 'vitest';
import { selectPuppetPlanes } from './puppet-planes.ts';

it('starts with the planes for the size of the face', () => {
  expect([0.8, 1.4, 1.6, 2.9, 3.1, 8].map((size) => selectPuppetPlanes(null, size))).toEqual([
    0, 0, 1, 1, 2, 2,
  ]);
});

it.each([1.5, 3])('does not toggle between planes while a face moves around %f', (limit) => {
  let drawn = selectPuppetPlanes(null, limit * 0.98);
  const levels = new Set([drawn]);
  for (let frame = 0; frame < 20; frame += 1) {
    drawn = selectPuppetPlanes(drawn, limit * (frame % 2 === 0 ? 1.05 : 0.95));
    levels.add(drawn);
  }
  expect(levels.size).toBe(1);
});

it('changes the planes of a face that is clearly nearer or farther', () => {
  expect(selectPuppetPlanes(0, 1.7)).toBe(1);
  expect(selectPuppetPlanes(1, 1.3)).toBe(0);
  expect(selectPuppetPlanes(1, 3.4)).toBe(2);
  expect(selectPuppetPlanes(2, 2.6)).toBe(1);
  expect(selectPuppetPlanes(0, 8)).toBe(2);
  expect(selectPuppetPlanes(2, 1)).toBe(0);
});
