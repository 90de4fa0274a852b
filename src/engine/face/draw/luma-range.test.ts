import { expect, it } from 'vitest';
import { limitContrast, type LumaRange, measureLumaRange } from './luma-range.ts';

it('measures the range of all but a few points', () => {
  const luma = Float32Array.from({ length: 500 }, (_, point) => 60 + point / 5);
  luma.set([0, 2, 255, 255], 100);
  const range = computeRange(luma);
  expect(range.darkest).toBeGreaterThanOrEqual(60);
  expect(range.darkest).toBeLessThan(64);
  expect(range.brightest).toBeGreaterThan(156);
  expect(range.brightest).toBeLessThanOrEqual(160);
});

it('measures a face of one luma', () => {
  expect(computeRange(new Float32Array(478).fill(255))).toEqual({ darkest: 255, brightest: 255 });
  expect(computeRange(new Float32Array(478))).toEqual({ darkest: 0, brightest: 0 });
});

it('leaves detail as it is that stays within the range of the target', () => {
  const range = { darkest: 40, brightest: 200 };
  expect(limitContrast(range, 120, 70)).toBe(1);
  expect(limitContrast(range, 120, -70)).toBe(1);
  expect(limitContrast(range, 120, 0)).toBe(1);
});

it('lowers the contrast of points that would be darker or brighter than all of the target', () => {
  const range = { darkest: 90, brightest: 180 };
  const [brow, highlight] = [-90, 40];
  const drawnBrow = 150 + brow * limitContrast(range, 150, brow);
  expect(drawnBrow).toBeGreaterThan(80);
  expect(drawnBrow).toBeLessThan(90);
  const drawnHighlight = 160 + highlight * limitContrast(range, 160, highlight);
  expect(drawnHighlight).toBeGreaterThan(180);
  expect(drawnHighlight).toBeLessThan(190);
});

it('leaves half of the contrast at least, and all of none', () => {
  expect(limitContrast({ darkest: 150, brightest: 150 }, 150, -100)).toBe(0.5);
  expect(limitContrast({ darkest: 150, brightest: 150 }, 190, 100)).toBe(0.5);
});

it('does not count hair before a face', () => {
  const luma = new Float32Array(478).fill(120);
  luma.fill(10, 0, 100);
  const bare = new Float32Array(478).fill(1, 100);
  expect(computeRange(luma).darkest).toBe(10);
  expect(computeRange(luma, bare).darkest).toBe(120);
});

it('keeps the range of a face that is hidden', () => {
  const range = { darkest: 60, brightest: 160 };
  measureLumaRange(new Float32Array(478).fill(120), new Float32Array(478), range);
  expect(range).toEqual({ darkest: 60, brightest: 160 });
});

function computeRange(
  luma: Float32Array,
  bare: Float32Array = new Float32Array(luma.length).fill(1),
): LumaRange {
  const range = { darkest: 0, brightest: 0 };
  measureLumaRange(luma, bare, range);
  return range;
}
