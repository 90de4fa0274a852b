import { DEFAULT_QUEUE_LENGTH, limits } from '../../contract/api/limits.ts';

/** Numbers an operator may want to change. */
export interface Policy {
  /**
   * Maximum waiting jobs of one account beside those that its tier renders concurrently; with 0 no job waits
   * for another.
   */
  readonly accountQueueLength: number;
  /** Jobs of all accounts that may wait in the queue; one job of an account may wait in any case. */
  readonly serviceQueueLength: number;
  /** Times a job is tried when its worker dies. */
  readonly maxAttempts: number;
  /** Pause before the second try; it doubles with every further one. */
  readonly retryDelayMs: number;
  /**
   * Time after which a claim that is not extended is lost; claims are extended, and lost ones are found, three
   * times in it.
   */
  readonly leaseMs: number;
  /** Longest run of one stage; then the job fails with `render_timeout`. */
  readonly renderTimeoutMs: number;
  /** Approximate length of the segments of long videos, which is the maximum loss at the death of a worker. */
  readonly segmentMs: number;
  /** Time that an identity swap waits to be advanced; then it fails with `render_timeout`. */
  readonly parkedLimitMs: number;
  /**
   * Time after which a live session that does not stream ends without a charge; activity of its client restarts
   * it.
   */
  readonly liveExpiryMs: number;
  /** Time after its opening at which a live session that does not stream ends, however active its client is. */
  readonly liveWaitMs: number;
  /** Time without a report after which a stream is ended and charged for its reported time. */
  readonly liveSilenceMs: number;
  /**
   * Maximum swaps connected to this node, streaming or not: each may have a room and a worker. Voices take a part of such a
   * slot (`live/session/live-slots.ts`).
   */
  readonly maxStreams: number;
  /** The same for one account at all nodes; null: as many as jobs of its tier render at once. */
  readonly accountStreams: number | null;
  /** Live sessions of all accounts that have not ended, and those of one account. */
  readonly maxLiveSessions: number;
  readonly accountLiveSessions: number;
}

const MINUTE_MS = 60_000;

/** Policy without settings of the operator. */
export const defaultPolicy: Policy = {
  accountQueueLength: DEFAULT_QUEUE_LENGTH,
  serviceQueueLength: 5000,
  maxAttempts: 3,
  retryDelayMs: 2000,
  leaseMs: 9_000,
  renderTimeoutMs: 360 * MINUTE_MS,
  segmentMs: MINUTE_MS,
  parkedLimitMs: limits.identitySwapWaitHours * 60 * MINUTE_MS,
  liveExpiryMs: 10 * MINUTE_MS,
  liveWaitMs: 60 * MINUTE_MS,
  liveSilenceMs: MINUTE_MS,
  maxStreams: 4,
  accountStreams: null,
  maxLiveSessions: 512,
  accountLiveSessions: 32,
};
