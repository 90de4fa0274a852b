/** Maximum charged gap between two frames: slow cameras keep streaming, a stopped camera does not. */
const LONGEST_GAP_MS = 500;

/** Counts the time in which frames are rendered. Times are monotonic milliseconds. */
export interface BillingClock {
  /** Allows streaming: from now on time counts while frames arrive. */
  start(nowMs: number): void;
  /** Records a rendered frame. */
  note(nowMs: number): void;
  /** Streamed so far; never goes back. */
  read(nowMs: number): number;
}

/** Creates a clock at zero. */
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
