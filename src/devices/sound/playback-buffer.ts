/** As much as a calm computer needs, and the most that is given up to a busy one. */
const LEAST_MS = 25;
const MOST_MS = 80;
const GROW = 1.5;
const SHRINK = 0.85;
/** One cause counts once. */
const SETTLE_MS = 250;
/** After so long without a silence less is tried: from the most to the least in half a minute. */
const CALM_MS = 4000;
/** Where less was not enough it is tried again this much later, up to the longest. */
const LONGEST_CALM_MS = 32_000;

/**
 * How much sound waits in the server: more at once when it ran out, less again when it did not for a while, so that a
 * burst of other programs leaves no delay behind. Where a step down brings a silence, the next ones are later.
 */
export class PlaybackBuffer {
  #ms = LEAST_MS;
  #changedMs = Number.NEGATIVE_INFINITY;
  #calmMs = CALM_MS;
  #hasShrunk = false;
  /** What was not enough the last time. */
  #shortMs = 0;

  get ms(): number {
    return this.#ms;
  }

  /** The server had nothing to play. True when more should wait from now on. */
  grow(nowMs: number): boolean {
    if (!this.#hasShrunk && nowMs - this.#changedMs < SETTLE_MS) {
      return false;
    }
    if (this.#hasShrunk) {
      this.#calmMs = Math.min(LONGEST_CALM_MS, this.#calmMs * 2);
    }
    this.#hasShrunk = false;
    this.#shortMs = this.#ms;
    return this.#set(Math.min(MOST_MS, this.#ms * GROW), nowMs);
  }

  /** True when less should wait from now on. */
  shrink(nowMs: number): boolean {
    if (nowMs - this.#changedMs < this.#calmMs) {
      return false;
    }
    if (this.#ms <= this.#shortMs) {
      this.#calmMs = Math.max(CALM_MS, this.#calmMs / 2); // Enough now.
    }
    const isOther = this.#set(Math.max(LEAST_MS, this.#ms * SHRINK), nowMs);
    this.#hasShrunk = isOther;
    return isOther;
  }

  #set(ms: number, nowMs: number): boolean {
    const isOther = ms !== this.#ms;
    this.#ms = ms;
    this.#changedMs = nowMs;
    return isOther;
  }
}
