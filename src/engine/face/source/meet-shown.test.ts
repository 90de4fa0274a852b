import { expect, it } from 'vitest';
import { createMeetShown } from './meet-shown.ts';

const SIZE = 64;
/** Weights in which the left half is visible. */
const weights = Float32Array.from({ length: SIZE * SIZE }, (_, at) => (at % SIZE < 32 ? 1 : 0));
const meet = createMeetShown(weights, SIZE, false);
const plane = (value: number): Float32Array => new Float32Array(SIZE * SIZE).fill(value);
const middle = (column: number): number => (SIZE / 2) * SIZE + column;

it('the fill begins at the edge of the visible part and returns to its own colour', () => {
  const met = meet(plane(80), plane(120));
  const step = Math.abs(met[middle(32)]! - 120);
  expect(step).toBeLessThan(10);
  const line = Array.from({ length: 16 }, (_, at) => met[middle(32 + at)]!);
  expect(line).toEqual(line.toSorted((a, b) => b - a));
  expect(met[middle(60)]).toBeCloseTo(80, 3);
});

it('a fill that meets what is shown stays as it is', () => {
  const met = meet(plane(90), plane(90));
  expect(met.every((value) => Math.abs(value - 90) < 1e-3)).toBe(true);
});

it('a visible part of a very different colour changes the fill by a limited factor', () => {
  const met = meet(plane(60), plane(255));
  expect(Math.max(...met)).toBeLessThanOrEqual(60 * 1.8 + 1e-3);
});

it('a dark edge is continued beside a beard, and fades at once on other faces', () => {
  const bearded = createMeetShown(weights, SIZE, true);
  expect(bearded(plane(120), plane(70))[middle(32)]).toBeLessThan(90);
  expect(Math.min(...meet(plane(120), plane(70)))).toBeGreaterThan(105);
});
