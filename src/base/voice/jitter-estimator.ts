const MS = 16;
/** Lower and upper bound of the buffered samples when the next on-time chunk arrives. */
const MIN = 25 * MS;
const MAX = 150 * MS;
/** Margin above the latest chunk's need: the player's reserve for crossfading, and 5 ms. */
const MARGIN = 12 * MS;
const WINDOW = 2000 * MS;
/** History of half a minute; its last windows count in full. */
const WINDOWS = 15;
const FRESH = 3;
/** Number of windows of the half minute that may exceed the retained level: their chunks are waited for. */
const RARE = 4;

/**
 * Estimates how much has to be buffered so that late chunks still arrive in time: as much as the latest one of
 * the last seconds needed, or as is needed repeatedly. So a single late chunk raises the target at once, a
 * period of load on the machine is forgotten seconds later, and a connection with constant jitter is not put to
 * the test again.
 */
export class JitterEstimator {
  readonly #needs = new Float64Array(WINDOWS);
  readonly #sorted = new Float64Array(WINDOWS);
  #highest = Number.NEGATIVE_INFINITY;
  #lowest = Number.POSITIVE_INFINITY;
  #left = WINDOW;
  #retained = 0;

  /** Samples that should be buffered when an on-time chunk arrives. */
  get target(): number {
    const need = Math.max(this.#retained, this.#highest - this.#lowest);
    return Math.min(MAX, Math.max(MIN, need + MARGIN));
  }

  /** Records the arrival of a chunk while `waiting` samples were buffered. */
  arrive(waiting: number): void {
    this.#highest = Math.max(this.#highest, waiting);
    this.#lowest = Math.min(this.#lowest, waiting);
  }

  /** Adjusts for samples that are played later; negative when some were removed. */
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

  /** Starts over with another stream. */
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
