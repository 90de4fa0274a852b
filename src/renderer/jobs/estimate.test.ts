import { describe, expect, it } from 'vitest';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { estimateCost, estimateDuration, toExpectedMs } from './estimate.ts';

const price = {
  feature: 'face_swap' as const,
  unit: 'per_second' as const,
  priceUsd: 0.05,
  minimumUsd: 0.1,
};

describe('the cost of a job', () => {
  it('is that of its length, rounded up to a tenth of a second', () => {
    expect(estimateCost(price, 12_340)).toBeCloseTo(12.4 * 0.05, 9);
    expect(estimateCost(price, 12_400)).toBeCloseTo(12.4 * 0.05, 9);
  });

  it('is not known where the price is not', () => {
    expect(estimateCost({ ...price, unit: null, priceUsd: null }, 4000)).toBeNull();
  });

  it('is at least the minimum, and nothing where nothing is charged', () => {
    expect(estimateCost(price, 500)).toBe(0.1);
    expect(estimateCost({ ...price, priceUsd: 0, minimumUsd: 0 }, null)).toBe(0);
  });

  it('is one price for a picture, and open for a length nobody knows', () => {
    expect(estimateCost({ ...price, unit: 'per_generation', priceUsd: 0.3 }, null)).toBe(0.3);
    expect(estimateCost(price, null)).toBeNull();
  });
});

describe('the length of a result', () => {
  it('is that of the video or of the part that is asked for', () => {
    expect(toExpectedMs(60_000, undefined)).toBe(60_000);
    expect(toExpectedMs(60_000, 5)).toBe(5000);
    expect(toExpectedMs(3000, 5)).toBe(3000);
    expect(toExpectedMs(null, 5)).toBe(5000);
    expect(toExpectedMs(null, undefined)).toBeNull();
  });
});

describe('the time of a job', () => {
  const job = (wallMs: number, expectedMs: number | null, change: Partial<LocalJob> = {}) =>
    ({
      feature: 'face_swap',
      profileId: 'a',
      state: 'succeeded',
      expectedMs,
      report: { wallMs },
      ...change,
    }) as LocalJob;
  const like = { feature: 'face_swap' as const, profileId: 'a', expectedMs: 10_000 };

  it('follows the middle one of the jobs like it', () => {
    const jobs = [job(4000, 1000), job(30_000, 10_000), job(90_000, 10_000)];
    expect(estimateDuration(jobs, like)).toBe(40_000);
  });

  it('is not told from jobs of other kinds, services or outcomes', () => {
    const others = [
      job(1000, 1000, { feature: 'face_swap_image' }),
      job(1000, 1000, { profileId: 'b' }),
      job(1000, 1000, { state: 'failed' }),
      job(1000, null),
      job(1000, 1000, { report: null }),
    ];
    expect(estimateDuration(others, like)).toBeNull();
    expect(estimateDuration([job(7000, null)], { ...like, expectedMs: null })).toBe(7000);
  });
});
