import { createWhiteNoise } from './white-noise.ts';

/** Maximum level of the noise, as a factor of the voice's. */
const max = 0.8;
/** Smoothing factor of the envelope, 2.5 ms: breath comes in puffs, once per period. */
const pace = 1 / 40;

/**
 * Adds breath to voiced sounds: noise above the first formant that follows the voice's envelope (Klatt 1990). Silence
 * stays silent. Allocates nothing.
 */
export class Breath {
  readonly #noise = createWhiteNoise();
  readonly #amount: number;
  #level = 0;
  #weight = 0;
  #last = 0;

  /** `amount` is the target's `breath`, 0..1. */
  constructor(amount: number) {
    this.#amount = max * amount;
  }

  /** Adds breath to a sample; `isVoiced` is its voicing. */
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
