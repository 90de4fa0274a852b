/** What a gap between two pictures counts at most: slow cameras stream on, a camera that stops does not. */
const LONGEST_GAP_MS = 500;

/** Counts the time in which pictures are rendered. Times are monotonic milliseconds. */
export interface BillingClock {
  /** Streaming may begin: from now on time counts as long as pictures come. */
  start(nowMs: number): void;
  /** A picture was rendered. */
  note(nowMs: number): void;
  /** Streamed so far; never goes back. */
  read(nowMs: number): number;
}

/** A clock that stands. */
export function createBillingClock(): BillingClock {
  let streamedMs = 0;
  let lastMs: number | null = null;
  const open = (nowMs: number): number =>
    lastMs === null ? 0 : Math.min(LONGEST_GAP_MS, nowMs - lastMs);
  return {
    start(nowMs) {
      lastMs ??= nowMs;
    },
    note(nowMs) {
      if (lastMs !== null) {
        streamedMs += open(nowMs);
        lastMs = nowMs;
      }
    },
    read: (nowMs) => streamedMs + open(nowMs),
  };
}
