import { expect, it } from 'vitest';
import { findMark, toFrameLengthS, listMarks, stepTo } from './frame-steps.ts';

const frames = (total: number, untouched: { fromUs: number; toUs: number }[] = []) => ({
  total,
  swapped: total,
  untouched,
});

it('knows how long a frame is, by the best source there is', () => {
  expect(toFrameLengthS(frames(50), 2, 0.03)).toBe(0.04);
  expect(toFrameLengthS(null, 2, 0.02)).toBe(0.02);
  expect(toFrameLengthS(frames(0), 2, null)).toBeCloseTo(1 / 30);
  expect(toFrameLengthS(frames(50), 0, null)).toBeCloseTo(1 / 30);
});

it('steps to the middle of each frame in turn, forth and back, and stops at the ends', () => {
  const times: number[] = [];
  let at = 0;
  for (const count of [1, 1, 1, -1, -1, -1, -1, 10, 1]) {
    at = stepTo(at, count, 0.04, 0.4);
    times.push(Math.round(at * 100) / 100);
  }
  expect(times).toEqual([0.06, 0.1, 0.14, 0.1, 0.06, 0.02, 0.02, 0.38, 0.38]);
  // At the very start of a frame that is shown already, a step leads to the next one.
  expect(stepTo(1.16, 1, 0.04, 4)).toBeCloseTo(1.22);
});

it('finds the parts that were left as they were, around a time', () => {
  const marks = listMarks(
    frames(100, [
      { fromUs: 1_000_000, toUs: 1_500_000 },
      { fromUs: 3_000_000, toUs: 9_000_000 },
      { fromUs: 5_000_000, toUs: 9_000_000 },
    ]),
    4,
  );
  expect(marks).toEqual([
    { fromS: 1, toS: 1.5 },
    { fromS: 3, toS: 4 },
  ]);
  expect(findMark(marks, 0, 1)).toBe(marks[0]);
  expect(findMark(marks, 1.02, 1)).toBe(marks[1]);
  expect(findMark(marks, 3.02, 1)).toBeNull();
  expect(findMark(marks, 3.02, -1)).toBe(marks[0]);
  expect(findMark(marks, 1.02, -1)).toBeNull();
  expect(listMarks(null, 4)).toEqual([]);
});
