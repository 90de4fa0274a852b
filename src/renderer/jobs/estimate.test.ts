import { describe, expect, it } from 'vitest';
import { type LocalJob, noStages } from '../../contract/ipc/jobs.ts';
import { faceSwap } from '../../capabilities/face-swap/definition.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import { estimateCost, estimateLeft, estimateTime } from './estimate.ts';

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

  it('is one price for a picture, and null for an unknown length', () => {
    expect(estimateCost({ ...price, unit: 'per_generation', priceUsd: 0.3 }, null)).toBe(0.3);
    expect(estimateCost(price, null)).toBeNull();
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
      createdAtMs: 0,
      endedAtMs: null,
      progress: null,
      ...noStages,
      ...change,
    }) as LocalJob;
  const like = { feature: 'face_swap' as const, profileId: 'a', expectedMs: 10_000 };
  const measuredMs = faceSwap.estimate.workMs(10_000)!;

  it('is as measured on this computer until there are jobs to learn from', () => {
    const here = { ...like, profileId: embeddedProfileId };
    expect(estimateTime([], here)).toEqual({ timeMs: measuredMs, jobs: 0 });
    expect(estimateTime([], like)).toBeNull();
    expect(estimateTime([], { ...here, expectedMs: null })).toBeNull();
  });

  it('is as much longer or shorter as the middle one of the jobs like it', () => {
    const jobs = [job(4 * measuredMs, 10_000), job(3 * measuredMs, 10_000), job(1, 10_000)];
    expect(estimateTime(jobs, like)).toEqual({ timeMs: 3 * measuredMs, jobs: 3 });
    const shorter = job(2 * faceSwap.estimate.workMs(1000)!, 1000);
    expect(estimateTime([shorter], like)?.timeMs).toBeCloseTo(2 * measuredMs, 6);
  });

  it('follows the observed time where the service reports no more', () => {
    const remote = job(0, 10_000, { report: null, createdAtMs: 500, endedAtMs: 8500 });
    expect(estimateTime([remote], like)?.timeMs).toBeCloseTo(8000, 6);
  });

  it('excludes the time that a job waited for its user', () => {
    const stepwise = job(1000, 10_000, { waitedMs: 6000, createdAtMs: 500, endedAtMs: 8500 });
    expect(estimateTime([stepwise], like)?.timeMs).toBeCloseTo(2000, 6);
  });

  it('is not told from jobs of other kinds, services or outcomes', () => {
    const others = [
      job(1000, 1000, { feature: 'face_swap_image' }),
      job(1000, 1000, { profileId: 'b' }),
      job(1000, 1000, { state: 'failed' }),
      job(1000, null),
      job(1000, 1000, { report: null }),
    ];
    expect(estimateTime(others, like)).toBeNull();
  });

  it('falls with the progress until the service reports the remaining time', () => {
    const running = { state: 'processing', profileId: embeddedProfileId } as const;
    const half = { phase: 'rendering', fraction: 0.5, etaMs: null } as const;
    expect(estimateLeft([], job(0, 10_000, { ...running, progress: half }))).toEqual({
      leftMs: measuredMs / 2,
      isEstimate: true,
    });
    const known = { ...half, etaMs: 700 };
    expect(estimateLeft([], job(0, 10_000, { ...running, progress: known }))).toEqual({
      leftMs: 700,
      isEstimate: false,
    });
    expect(estimateLeft([], job(0, 10_000, { profileId: embeddedProfileId }))).toBeNull();
  });
});
