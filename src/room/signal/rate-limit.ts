/** Lets through so many a second, and twice as many at once. */
export class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #lastMs = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond * 2;
  }

  /** Whether one more is within the limit; `nowMs` is monotonic. */
  take(nowMs: number): boolean {
    const refilled = this.#left + ((nowMs - this.#lastMs) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#perSecond * 2, refilled);
    this.#lastMs = nowMs;
    if (this.#left < 1) {
      return false;
    }
    this.#left -= 1;
    return true;
  }
}
