import { expect, it } from 'vitest';
import { fadeEdges } from './fade-edges.ts';

const SIZE = 128;
/** Row in the middle, and the first visible column. */
const ROW = 64;
const EDGE = 60;

/** Returns one row of a mask that is visible right of a straight edge, faded; the lower half is kept. */
function fade(row: number): Float32Array {
  const shown = new Float32Array(SIZE * SIZE);
  const kept = new Float32Array(SIZE * SIZE);
  for (let index = 0; index < shown.length; index += 1) {
    shown[index] = index % SIZE < EDGE ? 0 : 1;
    kept[index] = index < ROW * SIZE ? 0 : 1;
  }
  fadeEdges(shown, kept, SIZE);
  return shown.subarray(row * SIZE, (row + 1) * SIZE);
}

it('fades skin over some pixels inside of an edge, and only there', () => {
  const row = fade(ROW / 2);
  expect(row[EDGE]).toBeLessThan(0.1);
  expect(row[EDGE + 2]).toBeGreaterThan(row[EDGE]!);
  expect(row[EDGE + 6]).toBe(1);
  expect(row[EDGE - 1]).toBe(0);
});

it('keeps features and beards up to the edge', () => {
  expect(fade(ROW + ROW / 2)[EDGE]).toBe(1);
});
