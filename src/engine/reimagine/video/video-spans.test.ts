import { expect, it } from 'vitest';
import { listSpans } from './video-spans.ts';

const second = 1_000_000;
const video = (seconds: number) => ({ durationUs: seconds * second, framesPerSecond: 20 });
const segment = { startUs: 20 * second, endUs: 40 * second, scenes: [], processors: 2, kept: null };

it('reads a whole video in one go, as far as it is used', () => {
  const whole = { fromUs: 0, writeFromUs: 0, isJump: false };
  expect(listSpans({}, video(30))).toEqual([{ ...whole, toUs: Infinity, endUs: 30 * second }]);
  expect(listSpans({ maxDurationUs: 10 * second }, video(30))).toEqual([
    { ...whole, toUs: 10 * second, endUs: 10 * second },
  ]);
});

it('begins a segment where its scene does, or looks there and goes on a little before it', () => {
  // Followed by the frames that the encoder analyses.
  const toUs = 40 * second + 16 * 50_000;
  const own = { toUs, endUs: toUs, writeFromUs: 20 * second };
  const near = { segment: { ...segment, sceneUs: 19 * second } };
  expect(listSpans(near, video(60))).toEqual([{ ...own, fromUs: 19 * second, isJump: false }]);
  const at = { segment: { ...segment, sceneUs: 20 * second } };
  expect(listSpans(at, video(60))).toEqual([{ ...own, fromUs: 20 * second, isJump: false }]);
  const far = listSpans({ segment: { ...segment, sceneUs: 2 * second } }, video(60));
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
  expect(listSpans({ segment: last }, video(50))).toMatchObject([
    { toUs: Infinity, endUs: 50 * second },
  ]);
  expect(listSpans({ segment: last, maxDurationUs: 45 * second }, video(50))).toMatchObject([
    { toUs: 45 * second, endUs: 45 * second },
  ]);
});
