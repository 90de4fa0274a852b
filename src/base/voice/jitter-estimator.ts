const MS = 16;
/** What should wait at least and at most when the next chunk comes in time. */
const LEAST = 25 * MS;
const MOST = 150 * MS;
/** More than the latest chunk needed: what the player keeps to blend with, and 5 ms. */
const MARGIN = 12 * MS;
const WINDOW = 2000 * MS;
/** Half a minute is remembered; of it the last windows count in full. */
const WINDOWS = 15;
const FRESH = 3;
/** So many windows of the half minute may be worse than what is kept: their chunks are waited for. */
const RARE = 4;

/**
 * How much has to wait so that chunks that come late still come in time: as much as the latest one of the
 * last seconds needed, or as is needed again and again. So one late chunk raises it at once, a while in which
 * other programs were busy is forgotten seconds later, and a way that is uneven all the time is not tried again.
 */
export class JitterEstimator {
  readonly #needs = new Float64Array(WINDOWS);
  readonly #sorted = new Float64Array(WINDOWS);
  #highest = Number.NEGATIVE_INFINITY;
  #lowest = Number.POSITIVE_INFINITY;
  #left = WINDOW;
  #retained = 0;

  /** What should wait when a chunk comes that is not late. */
  get target(): number {
    const need = Math.max(this.#retained, this.#highest - this.#lowest);
    return Math.min(MOST, Math.max(LEAST, need + MARGIN));
  }

  /** A chunk came while so much waited. */
  arrive(waiting: number): void {
    this.#highest = Math.max(this.#highest, waiting);
    this.#lowest = Math.min(this.#lowest, waiting);
  }

  /** From now on so much more waits, because it is played later; less than 0 when something was taken out. */
  shift(samples: number): void {
    this.#highest += samples;
    this.#lowest += samples;
  }

  /**
   * Counts played samples. At the end of a window it returns the surplus that waited when an on-time chunk arrived;
   * otherwise 0.
   */
  pass(samples: number): number {
    this.#left -= samples;
    if (this.#left > 0) {
      return 0;
    }
    const excess = this.#highest - this.target;
    this.#needs.copyWithin(1, 0);
    this.#needs[0] = Math.max(0, this.#highest - this.#lowest);
    this.#retained = this.#toRetained();
    this.#begin();
    return Number.isFinite(excess) ? excess : 0;
  }

  /** Another stream. */
  reset(): void {
    this.#needs.fill(0);
    this.#retained = 0;
    this.#begin();
  }

  #begin(): void {
    this.#highest = Number.NEGATIVE_INFINITY;
    this.#lowest = Number.POSITIVE_INFINITY;
    this.#left = WINDOW;
  }

  #toRetained(): number {
    let retained = 0;
    for (let index = 0; index < FRESH; index += 1) {
      retained = Math.max(retained, this.#needs[index] ?? 0);
    }
    this.#sorted.set(this.#needs);
    this.#sorted.sort();
    return Math.max(retained, this.#sorted[WINDOWS - 1 - RARE] ?? 0);
  }
}
