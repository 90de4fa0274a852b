/** As much as a calm computer needs, and the most that is given up to a busy one. */
const LEAST_MS = 25;
const MOST_MS = 80;
const GROW = 1.5;
const SHRINK_MS = 2.5;
/** One cause counts once. */
const SETTLE_MS = 250;
/** After so long without a silence less is tried. */
const CALM_MS = 10_000;

/**
 * How much sound waits in the server: more at once when it ran out, less again when it did not for a while, so that a
 * burst of other programs leaves no delay behind.
 */
export class PlaybackBuffer {
  #ms = LEAST_MS;
  #changedMs = Number.NEGATIVE_INFINITY;

  get ms(): number {
    return this.#ms;
  }

  /** The server had nothing to play. True when more should wait from now on. */
  grow(nowMs: number): boolean {
    if (nowMs - this.#changedMs < SETTLE_MS) {
      return false;
    }
    return this.#set(Math.min(MOST_MS, this.#ms * GROW), nowMs);
  }

  /** True when less should wait from now on. */
  shrink(nowMs: number): boolean {
    if (nowMs - this.#changedMs < CALM_MS) {
      return false;
    }
    return this.#set(Math.max(LEAST_MS, this.#ms - SHRINK_MS), nowMs);
  }

  #set(ms: number, nowMs: number): boolean {
    const isOther = ms !== this.#ms;
    this.#ms = ms;
    this.#changedMs = nowMs;
    return isOther;
  }
}
