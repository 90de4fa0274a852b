import type { LocalJob, Offer } from '../../contract/ipc/jobs.ts';

type Price = Offer['capabilities'][number];

/**
 * Most cost of a job: the price of its whole length, rounded up to 0.1 s, or of one call. Null where length or
 * price is not known.
 */
export function estimateCost(price: Price, expectedMs: number | null): number | null {
  if (price.priceUsd === null) {
    return null;
  }
  if (price.priceUsd === 0 && price.minimumUsd === 0) {
    return 0;
  }
  if (price.unit === 'per_generation') {
    return Math.max(price.priceUsd, price.minimumUsd);
  }
  return expectedMs === null
    ? null
    : Math.max((Math.ceil(expectedMs / 100) / 10) * price.priceUsd, price.minimumUsd);
}

/** Time of a job by how long the jobs like it took at the same service: the middle one of the last nine. */
export function estimateDuration(
  jobs: readonly LocalJob[],
  like: Pick<LocalJob, 'feature' | 'profileId' | 'expectedMs'>,
): number | null {
  const rates = jobs
    .filter((job) => job.feature === like.feature && job.profileId === like.profileId)
    .flatMap((job) => {
      const wallMs = job.report?.wallMs;
      if (job.state !== 'succeeded' || wallMs === undefined) {
        return [];
      }
      return like.expectedMs === null ? [wallMs] : rateOf(wallMs, job.expectedMs);
    })
    .slice(0, 9)
    .toSorted((a, b) => a - b);
  const middle = rates[Math.floor(rates.length / 2)];
  return middle === undefined ? null : middle * (like.expectedMs ?? 1);
}

function rateOf(wallMs: number, lengthMs: number | null): number[] {
  return lengthMs === null || lengthMs === 0 ? [] : [wallMs / lengthMs];
}

/** Length of the output: that of the video, or the part of it that was asked for. */
export function toExpectedMs(
  videoMs: number | null,
  maxDurationSec: string | number | boolean | undefined,
): number | null {
  const cap = typeof maxDurationSec === 'number' ? maxDurationSec * 1000 : Infinity;
  const expected = Math.min(videoMs ?? Infinity, cap);
  return Number.isFinite(expected) ? expected : null;
}
