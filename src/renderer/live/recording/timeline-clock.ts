/** Maximum drift of a device's clock against the page's: 0.5 ms a second. */
const driftFraction = 0.0005;

/**
 * Maps a stream's timestamps to the reader's clock. Arrivals are delayed by waiting, never early: the one with
 * the least delay gives the offset of the two clocks.
 */
export class TimelineClock {
  #offsetMs = Number.POSITIVE_INFINITY;
  #nowMs = 0;
  #timestampUs = Number.NEGATIVE_INFINITY;

  /**
   * Capture time, in milliseconds on the clock of `nowMs`, of an item with this timestamp that arrived at
   * `nowMs`.
   */
  toPosition(timestampUs: number, nowMs: number): number {
    // A transferred stream uses the clock of its new thread.
    const isAnew = timestampUs < this.#timestampUs;
    const before = isAnew ? Number.POSITIVE_INFINITY : this.#offsetMs;
    const drift = (nowMs - this.#nowMs) * driftFraction;
    this.#offsetMs = Math.min(before + drift, nowMs - timestampUs / 1000);
    this.#nowMs = nowMs;
    this.#timestampUs = timestampUs;
    return timestampUs / 1000 + this.#offsetMs;
  }
}
