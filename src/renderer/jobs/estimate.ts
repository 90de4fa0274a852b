import type { CapabilityDefinition } from '../../capabilities/definition.ts';
import { capabilities as builtIn } from '../../capabilities/definitions.ts';
import {
  isTerminalState,
  type LocalJob,
  isUserNeeded,
  type ServiceOffer,
} from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';

const capabilities: readonly CapabilityDefinition[] = builtIn;

type Price = ServiceOffer['capabilities'][number];

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

/** Estimated time of a job, and the number of the user's jobs it is based on. */
export interface TimeEstimate {
  readonly timeMs: number;
  /** 0 when there are none yet: then it is based on measurements. */
  readonly jobs: number;
}

/** Most jobs that an estimate follows from, the newest first. */
const maxJobs = 9;

/**
 * Estimates the time of a job: the capability's estimate, times the median ratio of actual to estimated time of
 * the last nine similar jobs at the same service. Without such jobs, the local measurements apply, and the time
 * at another service is unknown.
 */
export function estimateTime(
  jobs: readonly LocalJob[],
  like: Pick<LocalJob, 'feature' | 'profileId' | 'expectedMs'>,
): TimeEstimate | null {
  return createTimeEstimator(jobs, like)(like.expectedMs);
}

/** {@link estimateTime} of many jobs that differ in the length of their result alone. */
export function createTimeEstimator(
  jobs: readonly LocalJob[],
  like: Pick<LocalJob, 'feature' | 'profileId'>,
): (resultMs: number | null) => TimeEstimate | null {
  const workMs = capabilities.find(({ feature }) => feature === like.feature)?.estimate.workMs;
  if (workMs === undefined) {
    return () => null;
  }
  const factors = jobs
    .filter((job) => job.feature === like.feature && job.profileId === like.profileId)
    .flatMap((job) => {
      const tookMs = findDuration(job);
      const wantedMs = workMs(job.expectedMs);
      return tookMs === null || wantedMs === null ? [] : [tookMs / wantedMs];
    })
    .slice(0, maxJobs)
    .toSorted((a, b) => a - b);
  const middle = factors[Math.floor(factors.length / 2)];
  const isMeasuredHere = like.profileId === embeddedProfileId;
  return (resultMs) => {
    const expectedMs = workMs(resultMs);
    if (expectedMs === null) {
      return null;
    }
    if (middle === undefined) {
      return isMeasuredHere ? { timeMs: expectedMs, jobs: 0 } : null;
    }
    return { timeMs: middle * expectedMs, jobs: factors.length };
  };
}

/** Remaining time of a running job: as its service reports, else the rest of its estimate. */
export function estimateLeft(
  jobs: readonly LocalJob[],
  job: LocalJob,
): { readonly leftMs: number; readonly isEstimate: boolean } | null {
  const etaMs = job.progress?.etaMs ?? null;
  if (etaMs !== null) {
    return { leftMs: etaMs, isEstimate: false };
  }
  const estimate = estimateTime(jobs, job);
  if (estimate === null || isTerminalState(job.state) || isUserNeeded(job.state)) {
    return null;
  }
  const leftMs = estimate.timeMs * (1 - (job.progress?.fraction ?? 0));
  return { leftMs, isEstimate: true };
}

/** The work alone where the service says how long that was, else all the time since it was sent. */
function findDuration({
  state,
  report,
  createdAtMs,
  startedAtMs,
  endedAtMs,
  waitedMs,
}: LocalJob): number | null {
  if (state !== 'succeeded') {
    return null;
  }
  // For a job with stages the report covers only the last one.
  const ownMs = waitedMs > 0 ? null : report?.wallMs;
  const allMs = endedAtMs === null ? null : endedAtMs - (startedAtMs ?? createdAtMs) - waitedMs;
  return ownMs ?? allMs;
}
