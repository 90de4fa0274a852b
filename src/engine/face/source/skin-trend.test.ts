import { expect, it } from 'vitest';
import { fitSkinTrend } from './skin-trend.ts';

const SIZE = 64;
const weights = new Float32Array(SIZE * SIZE).fill(1);

it('goes on below hair as the light of the skin does', () => {
  const trend = fitSkinTrend([makeCheek(60)], weights, SIZE);
  const at = 20 * SIZE + 50;
  expect(trend.surfaces[0]![at]! / lightAt(50)).toBeCloseTo(1, 1);
  expect(trend.likeness[at]).toBeLessThan(0.05);
  expect(trend.likeness[40 * SIZE + 20]).toBeGreaterThan(0.9);
});

it('takes hard light from aside for skin', () => {
  const trend = fitSkinTrend([makeCheek(null)], weights, SIZE);
  expect(Math.min(...trend.likeness.subarray(30 * SIZE + 8, 31 * SIZE - 8))).toBeGreaterThan(0.8);
});

/** Skin in light from one side, under a curl of a given light. */
function makeCheek(curl: number | null): Float32Array {
  return Float32Array.from({ length: SIZE * SIZE }, (_, index) => {
    const isCurl = index % SIZE > 42 && index < SIZE * 30;
    return isCurl && curl !== null ? curl : lightAt(index % SIZE);
  });
}

function lightAt(column: number): number {
  return 120 + column;
}
