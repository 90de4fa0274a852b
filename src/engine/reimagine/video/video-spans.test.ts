import { expect, it } from 'vitest';
import { listSpans } from './video-spans.ts';

const second = 1_000_000;
const segment = { startUs: 20 * second, endUs: 40 * second, scenes: [], processors: 2, kept: null };

it('reads a whole video in one go, as far as it is used', () => {
  const whole = { fromUs: 0, writeFromUs: 0, isJump: false };
  expect(listSpans({}, 30 * second)).toEqual([{ ...whole, toUs: Infinity, endUs: 30 * second }]);
  expect(listSpans({ maxDurationUs: 10 * second }, 30 * second)).toEqual([
    { ...whole, toUs: 10 * second, endUs: 10 * second },
  ]);
});

it('begins a segment where its scene does, or looks there and goes on a little before it', () => {
  const own = { toUs: 40 * second, endUs: 40 * second, writeFromUs: 20 * second };
  const near = { segment: { ...segment, sceneUs: 19 * second } };
  expect(listSpans(near, 60 * second)).toEqual([{ ...own, fromUs: 19 * second, isJump: false }]);
  const at = { segment: { ...segment, sceneUs: 20 * second } };
  expect(listSpans(at, 60 * second)).toEqual([{ ...own, fromUs: 20 * second, isJump: false }]);
  const far = listSpans({ segment: { ...segment, sceneUs: 2 * second } }, 60 * second);
  expect(far).toMatchObject([
    { fromUs: 2 * second, writeFromUs: Infinity, isJump: false },
    { ...own, isJump: true },
  ]);
  expect(far[0]?.toUs).toBeLessThan(3 * second);
  expect(far[1]?.fromUs).toBeGreaterThan(18 * second);
  expect(far[1]?.fromUs).toBeLessThan(20 * second);
});

it('ends the last segment where the video does, or where no more of it is used', () => {
  const last = { ...segment, endUs: null, sceneUs: 20 * second };
  expect(listSpans({ segment: last }, 50 * second)).toMatchObject([
    { toUs: Infinity, endUs: 50 * second },
  ]);
  expect(listSpans({ segment: last, maxDurationUs: 45 * second }, 50 * second)).toMatchObject([
    { toUs: 45 * second, endUs: 45 * second },
  ]);
});
