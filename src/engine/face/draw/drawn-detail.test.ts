import { expect, it } from 'vitest';
import { setDrawnDetail } from './drawn-detail.ts';

it('is softened further by soft edges in a frame that is less fine', () => {
  expect(detailOf({ finer: 0.6, softer: 0 }).softness).toBeCloseTo(0.28);
  expect(detailOf({ finer: 0.6, softer: 0.15 }).softness).toBeCloseTo(0.3);
});

it('never becomes softer than the frame, however softly its features end', () => {
  expect(detailOf({ finer: 0.6, softer: 4 }).softness).toBeCloseTo(0.42);
  expect(detailOf({ finer: 0.98, softer: 4 }).softness).toBeLessThan(0.03);
  expect(detailOf({ finer: 0.1, softer: 9 }).softness).toBe(0.9);
});

it('is sharpened only where features of the frame are as sharp, and takes its grain', () => {
  expect(detailOf({ finer: 1.5, softer: 0 })).toEqual({ softness: -0.4, grain: 0.3 });
  expect(detailOf({ finer: 1.5, softer: 1 })).toEqual({ softness: 0, grain: 0.3 });
});

function detailOf({ finer, softer }: { readonly finer: number; readonly softer: number }) {
  const detail = { softness: 0, grain: 0 };
  setDrawnDetail(detail, finer, softer);
  return detail;
}
