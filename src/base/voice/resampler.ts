import { designLowPass, FILTER_TAPS, RATE_RATIO } from './low-pass.ts';

/** Downsamples device audio to the voice rate, sample by sample. Allocates nothing while it runs. */
export class Downsampler {
  readonly #taps = designLowPass();
  /** History, stored twice so that any window of it is contiguous. */
  readonly #past = new Float32Array(2 * FILTER_TAPS);
  #at = 0;
  #phase = 0;

  /** Adds a sample; returns true when {@link read} has a new one. */
  push(sample: number): boolean {
    this.#at = this.#at === 0 ? FILTER_TAPS - 1 : this.#at - 1;
    this.#past[this.#at] = sample;
    this.#past[this.#at + FILTER_TAPS] = sample;
    this.#phase = this.#phase === RATE_RATIO - 1 ? 0 : this.#phase + 1;
    return this.#phase === 0;
  }

  /** Output sample for the last pushed sample. */
  read(): number {
    const taps = this.#taps;
    const past = this.#past;
    let sum = 0;
    for (let tap = 0; tap < FILTER_TAPS; tap += 1) {
      sum += (taps[tap] ?? 0) * (past[this.#at + tap] ?? 0);
    }
    return sum;
  }
}

const BRANCH = FILTER_TAPS / RATE_RATIO;

/** Upsamples voices to the device rate: three samples for one. Allocates nothing while it runs. */
export class Upsampler {
  /** The filter, cut into one branch per place between two samples. */
  readonly #branches = Array.from({ length: RATE_RATIO }, (_, phase) =>
    Float32Array.from(designLowPass().filter((_tap, index) => index % RATE_RATIO === phase)),
  );
  readonly #past = new Float32Array(2 * BRANCH);
  #at = 0;

  /** Adds a sample, after which {@link read} returns three. */
  push(sample: number): void {
    this.#at = this.#at === 0 ? BRANCH - 1 : this.#at - 1;
    this.#past[this.#at] = sample;
    this.#past[this.#at + BRANCH] = sample;
  }

  /** One of the three output samples for the last pushed sample, 0 the earliest. */
  read(phase: number): number {
    const taps = this.#branches[phase];
    let sum = 0;
    if (taps !== undefined) {
      for (let tap = 0; tap < BRANCH; tap += 1) {
        sum += (taps[tap] ?? 0) * (this.#past[this.#at + tap] ?? 0);
      }
    }
    return sum * RATE_RATIO;
  }
}
