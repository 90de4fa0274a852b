/** How fast the clock of a device may run away from that of the page: 0.5 ms a second. */
const driftFraction = 0.0005;

/**
 * Puts what a stream gives on the clock of whoever reads it. What arrives is late by whatever kept it waiting,
 * never early: the one that waited least tells how the two clocks stand to each other.
 */
export class TimelineClock {
  #offsetMs = Number.POSITIVE_INFINITY;
  #nowMs = 0;
  #timestampUs = Number.NEGATIVE_INFINITY;

  /** When what has this timestamp and came at `nowMs` was made, in milliseconds on the clock of `nowMs`. */
  toPosition(timestampUs: number, nowMs: number): number {
    // A stream that was handed to another thread goes on with the clock of that thread.
    const isAnew = timestampUs < this.#timestampUs;
    const before = isAnew ? Number.POSITIVE_INFINITY : this.#offsetMs;
    const drift = (nowMs - this.#nowMs) * driftFraction;
    this.#offsetMs = Math.min(before + drift, nowMs - timestampUs / 1000);
    this.#nowMs = nowMs;
    this.#timestampUs = timestampUs;
    return timestampUs / 1000 + this.#offsetMs;
  }
}
