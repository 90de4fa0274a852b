import { isTerminalState, type LocalJob, isUserNeeded } from '../../contract/ipc/jobs.ts';
import type { JobQueueState } from '../../contract/ipc/queue.ts';
import { estimateLeft } from '../jobs/estimate.ts';

/** Jobs of the queue's view by state. */
export interface QueueParts {
  /** Jobs at a service, or in transfer to or from it; oldest first. */
  readonly running: readonly LocalJob[];
  /** Jobs in the app's queue, next one first; those that need the user come before them. */
  readonly waiting: readonly LocalJob[];
  /** Finished and not cleared, newest first. */
  readonly finished: readonly LocalJob[];
}

/** Parts of the queue; `jobs` are all there are, the newest first. */
export function toQueueParts(jobs: readonly LocalJob[], queue: JobQueueState): QueueParts {
  const at = new Map(queue.order.map((id, index) => [id, index]));
  const rank = ({ id, state }: LocalJob): number =>
    isUserNeeded(state) ? -1 : (at.get(id) ?? Infinity);
  const open = jobs.filter(({ state }) => !isTerminalState(state)).toReversed();
  const isWaiting = ({ state }: LocalJob): boolean => state === 'waiting' || isUserNeeded(state);
  return {
    running: open.filter((job) => !isWaiting(job)),
    waiting: open.filter(isWaiting).toSorted((a, b) => rank(a) - rank(b) || 0),
    finished: jobs.filter(({ state, isCleared }) => isTerminalState(state) && !isCleared),
  };
}

/** Progress of the jobs that are worked on together. */
export interface QueueProgress {
  /** Open jobs with those that ended since the oldest of them was sent, or all without open ones; and the ended among them. */
  readonly total: number;
  readonly over: number;
  /** Number of the job that is worked on, from 1; as in "2 of 5". */
  readonly current: number;
  /** True when a job continues without an action of the user. */
  readonly isActive: boolean;
  /** Fraction of all work, with equal weight per job; null while nothing is known of the running ones. */
  readonly fraction: number | null;
}

/** Counts the queue up. Jobs of earlier days, which nobody cleared, are no part of the work of now. */
export function toQueueProgress({ running, waiting, finished }: QueueParts): QueueProgress {
  const going = [...running, ...waiting.filter(({ state }) => !isUserNeeded(state))];
  const sinceMs = Math.min(...going.map(({ createdAtMs }) => createdAtMs));
  const over =
    going.length === 0
      ? finished.length
      : finished.filter(({ endedAtMs }) => endedAtMs === null || endedAtMs >= sinceMs).length;
  const total = running.length + waiting.length + over;
  const begun = running.map(({ progress }) => progress?.fraction ?? null);
  const known = begun.filter((fraction) => fraction !== null);
  const isKnown = total > 0 && (over > 0 || known.length > 0);
  return {
    total,
    over,
    current: Math.min(total, over + 1),
    isActive: going.length > 0,
    fraction: isKnown ? (over + known.reduce((sum, one) => sum + one, 0)) / total : null,
  };
}

/**
 * Time left of all jobs in milliseconds: the work of each service divided by its number of concurrent jobs, for the
 * slowest service. Null when that of one job is not known. The function reads the whole list for every open job.
 */
export function findQueueLeftMs(
  jobs: readonly LocalJob[],
  { running, waiting }: QueueParts,
  { slots }: JobQueueState,
): number | null {
  const byService = new Map<string, { sumMs: number; maxMs: number }>();
  for (const job of [...running, ...waiting.filter(({ state }) => !isUserNeeded(state))]) {
    const left = estimateLeft(jobs, job);
    if (left === null) {
      return null;
    }
    const known = byService.get(job.profileId) ?? { sumMs: 0, maxMs: 0 };
    byService.set(job.profileId, {
      sumMs: known.sumMs + left.leftMs,
      maxMs: Math.max(known.maxMs, left.leftMs),
    });
  }
  const each = [...byService].map(([profileId, { sumMs, maxMs }]) =>
    Math.max(maxMs, sumMs / (slots[profileId] ?? 1)),
  );
  return each.length === 0 ? null : Math.max(...each);
}
