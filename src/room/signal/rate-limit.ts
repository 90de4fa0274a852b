/** Token bucket: a rate per second, and a burst. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #atOnce: number;
  #left: number;
  #lastMs = 0;

  /** Twice as much at once as a second when `atOnce` is left out. */
  constructor(perSecond: number, atOnce = perSecond * 2) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#left = atOnce;
  }

  /** Consumes the amount if it is within the limit, and returns whether it is; `nowMs` is monotonic. */
  consume(nowMs: number, amount = 1): boolean {
    const refilled = this.#left + ((nowMs - this.#lastMs) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#atOnce, refilled);
    this.#lastMs = nowMs;
    if (this.#left < amount) {
      return false;
    }
    this.#left -= amount;
    return true;
  }
}
