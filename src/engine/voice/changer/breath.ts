import { createWhiteNoise } from './white-noise.ts';

/** Level of the noise at most, as a factor of that of the voice. */
const most = 0.8;
/** The noise follows the loudness of the voice within 2.5 ms: breath comes in puffs, once in a period. */
const pace = 1 / 40;

/**
 * Adds breath to the voiced sounds of a stream: noise above the first formant, as loud as the voice is at each moment
 * (Klatt 1990). Silence stays silent. Allocates nothing.
 */
export class Breath {
  readonly #noise = createWhiteNoise();
  readonly #amount: number;
  #level = 0;
  #weight = 0;
  #last = 0;

  /** `amount` as a target has it, 0..1. */
  constructor(amount: number) {
    this.#amount = most * amount;
  }

  /** Takes a sample and whether there is voice at it; gives it with breath. */
  step(sample: number, isVoiced: boolean): number {
    if (this.#amount === 0) {
      return sample;
    }
    this.#level += pace * (Math.abs(sample) - this.#level);
    this.#weight += pace * ((isVoiced ? 1 : 0) - this.#weight);
    const noise = this.#noise();
    const high = noise - this.#last;
    this.#last = noise;
    return sample + this.#amount * this.#weight * this.#level * high;
  }
}
