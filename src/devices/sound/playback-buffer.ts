/** The fill that a calm computer needs, and the largest one on a busy computer. */
const MIN_MS = 25;
const MAX_MS = 80;
const GROW = 1.5;
const SHRINK = 0.85;
/** Time in which repeated underruns count as one. */
const SETTLE_MS = 250;
/** Time without an underrun before the buffer shrinks: from the largest to the smallest in half a minute. */
const CALM_MS = 4000;
/** Longest such time: it doubles after a shrink that caused an underrun. */
const LONGEST_CALM_MS = 32_000;

/**
 * Target fill of the server's playback buffer, in milliseconds. It grows at once on an underrun and shrinks after a calm period, so
 * that a burst of load leaves no delay behind. After a shrink that caused an underrun, the next one comes later.
 */
export class PlaybackBuffer {
  #ms = MIN_MS;
  #changedMs = Number.NEGATIVE_INFINITY;
  #calmMs = CALM_MS;
  #hasShrunk = false;
  /** Size that last caused an underrun. */
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
    return this.#set(Math.min(MAX_MS, this.#ms * GROW), nowMs);
  }

  /** True when less should wait from now on. */
  shrink(nowMs: number): boolean {
    if (nowMs - this.#changedMs < this.#calmMs) {
      return false;
    }
    if (this.#ms <= this.#shortMs) {
      this.#calmMs = Math.max(CALM_MS, this.#calmMs / 2); // Enough now.
    }
    const isOther = this.#set(Math.max(MIN_MS, this.#ms * SHRINK), nowMs);
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
