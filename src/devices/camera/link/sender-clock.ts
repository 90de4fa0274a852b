/** Maximum drift between two clocks of one machine: 0.2 ms a second. */
const DRIFT = 0.0002;

/**
 * Estimates the offset between a sender's clock and ours. A message is received after it was sent, so the one
 * with the least delay gives the best estimate: an age computed with it is too small by that message's transfer
 * time, some tenths of a millisecond. Independent of clock adjustments and of the page's time of day.
 */
export class SenderClock {
  #offsetMs = Number.POSITIVE_INFINITY;
  #atMs = 0;

  /** Records the send and arrival time of a message; returns the offset from the sender's clock to ours. */
  toOffset(sentAtMs: number, nowMs: number): number {
    const drifted = this.#offsetMs + (nowMs - this.#atMs) * DRIFT;
    this.#offsetMs = Math.min(drifted, nowMs - sentAtMs);
    this.#atMs = nowMs;
    return this.#offsetMs;
  }
}
