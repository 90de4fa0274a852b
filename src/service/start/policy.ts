import { DEFAULT_QUEUE_LENGTH, limits } from '../../contract/api/limits.ts';

/** Numbers an operator may want to change. */
export interface Policy {
  /** Jobs of one account that may wait beside those that its tier renders at once; with 0 none waits for another. */
  readonly accountQueueLength: number;
  /** Jobs of all accounts that may wait in the queue; one job of an account may wait in any case. */
  readonly serviceQueueLength: number;
  /** Times a job is tried when its worker dies. */
  readonly maxAttempts: number;
  /** Pause before the second try; it doubles with every further one. */
  readonly retryDelayMs: number;
  /** A claim that is not extended for so long is lost; it is extended, and lost ones are found, three times in it. */
  readonly leaseMs: number;
  /** Longest run of one stage; then the job fails with `render_timeout`. */
  readonly renderTimeoutMs: number;
  /** Length of the segments that long videos are rendered by, about: what the death of a worker costs at most. */
  readonly segmentMs: number;
  /** How long an identity swap waits to be advanced; then it fails with `render_timeout`. */
  readonly parkedLimitMs: number;
  /** A live session that does not stream by then ends without a charge; every sign of its client begins it anew. */
  readonly liveExpiryMs: number;
  /** However active its client is, a live session that does not stream so long after it was opened ends. */
  readonly liveWaitMs: number;
  /** A stream without a sign of life for so long is ended and charged for what it reported. */
  readonly liveSilenceMs: number;
  /**
   * Swaps that are connected to this node at one time, streaming or not: each may have a room and a worker. Voices take
   * a part of such a slot (`live/session/live-slots.ts`).
   */
  readonly maxStreams: number;
  /** The same for one account at all nodes; null: as many as jobs of its tier render at once. */
  readonly accountStreams: number | null;
  /** Live sessions of all accounts that have not ended, and those of one account. */
  readonly maxLiveSessions: number;
  readonly accountLiveSessions: number;
}

const MINUTE_MS = 60_000;

/** What holds unless the operator says otherwise. */
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
