import { expect, it } from 'vitest';
import { countParts } from './face-search.ts';

it.each([
  [1280, 720, 15],
  [720, 1280, 15],
  [640, 640, 9],
])('searches an image of %i by %i pixels in %i parts', (width, height, parts) => {
  expect(countParts({ width, height })).toBe(parts);
});

it('searches the narrowest image in few parts', () => {
  expect(countParts({ width: 1, height: 1280 })).toBeLessThan(50);
  expect(countParts({ width: 1280, height: 40 })).toBeLessThan(100);
});
