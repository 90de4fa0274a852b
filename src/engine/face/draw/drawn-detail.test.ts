import { expect, it } from 'vitest';
import { setDrawnDetail } from './drawn-detail.ts';

it('is softened as far as the skin of the frame is softer, and further by soft edges', () => {
  const [hardly, softer, softest] = [0, 0.3, 0.6].map(
    (blur) => createDetail({ drawn: 2, seen: 2, softer: blur }).softness,
  );
  expect(hardly).toBeCloseTo(0, 1);
  expect(softer).toBeCloseTo(0.48, 1);
  expect(softest).toBe(softer);
  expect(createDetail({ drawn: 2, seen: 1.4, softer: 0.3 }).softness).toBeCloseTo(0.6, 1);
});

it('is not softened where the skin of the frame is much finer, however softly its features end', () => {
  expect(createDetail({ drawn: 2, seen: 2.7, softer: 4 }).softness).toBeLessThan(0.05);
  expect(createDetail({ drawn: 2, seen: 0.1, softer: 9 }).softness).toBe(0.9);
});

it('is sharpened only where features of the frame are as sharp', () => {
  expect(createDetail({ drawn: 1, seen: 1.5, softer: 0 }).softness).toBeLessThan(-0.3);
  expect(createDetail({ drawn: 1, seen: 1.5, softer: 1 }).softness).toBe(0);
});

it('takes as much grain of the frame as its skin has more detail, and none of its edges', () => {
  const { grain, maxGrain } = createDetail({ drawn: 1, seen: 3, softer: 0 });
  expect(Math.hypot(1, 3 * grain)).toBeCloseTo(3, 1);
  expect(maxGrain).toBe(6);
  expect(createDetail({ drawn: 3, seen: 1, softer: 0 }).grain).toBe(0);
  expect(createDetail({ drawn: 0, seen: 0, softer: 0 }).softness).toBeCloseTo(0);
});

function createDetail({
  drawn,
  seen,
  softer,
}: {
  readonly drawn: number;
  readonly seen: number;
  readonly softer: number;
}) {
  const detail = { softness: 0, grain: 0, maxGrain: 0 };
  setDrawnDetail(detail, { drawn, seen }, softer);

  return detail;
}
