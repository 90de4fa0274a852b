import { expect, it } from 'vitest';
import { collectColours, measureEdgeCosts, toCutCost } from './cut-costs.ts';

/** Four pixels: the left two black, the right two slightly brighter. */
const halves = Float32Array.from([0, 0, 0, 5, 5, 5, 0, 0, 0, 5, 5, 5]);

it('a pixel costs the more the less it is probable, up to the most', () => {
  expect(toCutCost(1, 5)).toBe(-0);
  expect(toCutCost(Math.exp(-2), 5)).toBe(32);
  expect(toCutCost(0, 5)).toBe(80);
});

it('dividing costs less between colours that differ', () => {
  const [right, , below] = measureEdgeCosts(halves, { size: 2, equal: 40, min: 1 });
  expect(below).toBe(41);
  expect(right).toBeLessThan(30);
});

it('dividing costs the least at the outline of a mask', () => {
  const mask = Float32Array.of(1, 1, 0, 1);
  const [right, , below] = measureEdgeCosts(halves, { size: 2, equal: 40, min: 2, mask });
  expect(below).toBe(2);
  expect(right).toBeGreaterThan(2);
});

it('colours are collected where they are members', () => {
  const { colours, count } = collectColours(halves, (index) => index % 2 === 1);
  expect([count, ...colours]).toEqual([2, 5, 5, 5, 5, 5, 5]);
});
