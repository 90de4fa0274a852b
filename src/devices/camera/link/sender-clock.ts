/** How fast two clocks of one machine may run apart: 0.2 ms a second. */
const DRIFT = 0.0002;

/**
 * How the clock of a sender stands to ours. What arrives was sent before, never later, so the message that waited least tells
 * how the clocks stand: an age that is made with it is short by that one way, some tenths of a millisecond. Neither a clock
 * that is set nor the page's idea of the time of day has a part in it.
 */
export class SenderClock {
  #offsetMs = Number.POSITIVE_INFINITY;
  #atMs = 0;

  /** Notes a message that was sent then and is here now; returns what a time of the sender lacks to one of ours. */
  toOffset(sentAtMs: number, nowMs: number): number {
    const drifted = this.#offsetMs + (nowMs - this.#atMs) * DRIFT;
    this.#offsetMs = Math.min(drifted, nowMs - sentAtMs);
    this.#atMs = nowMs;
    return this.#offsetMs;
  }
}
