import { NOISE_FRAME, type NoiseFilter, openNoiseFilter } from './rnnoise.ts';

/** RNNoise runs at 48 kHz, voices at 16 kHz. */
const factor = 3;
const block = NOISE_FRAME / factor;
/** Filter length of the rate conversion, at 48 kHz; up- and downsampling together delay by one filter length. */
const taps = 96;
const cutoff = 0.94 / factor;
const fullScale = 32_768;

const kernel = toKernel();

/**
 * Removes steady noise, as of fans and streets, from a voice at 16 kHz. Clean speech is slightly affected too.
 * Allocates nothing while running.
 */
export class NoiseSuppressor {
  /** Delay of the output in samples: a block, an RNNoise frame, both filters. */
  readonly latency = 2 * block + taps / factor;
  /** Speech probability of the latest block, 0..1. */
  speech = 0;
  readonly #filter: NoiseFilter = openNoiseFilter();
  /** Latest samples at 16 kHz, in ascending time. */
  readonly #input = new Float64Array(block + taps / factor);
  /** Latest denoised samples at 48 kHz. */
  readonly #cleaned = new Float64Array(NOISE_FRAME + taps);
  readonly #output = new Float64Array(block);
  #count = 0;

  /** Processes one sample, -1..1. */
  step(sample: number): number {
    const value = this.#output[this.#count]!;
    this.#input[taps / factor + this.#count] = sample;
    this.#count += 1;
    if (this.#count === block) {
      this.#clean();
      this.#count = 0;
    }
    return value;
  }

  #clean(): void {
    const input = this.#input;
    const { frame } = this.#filter;
    const history = taps / factor;
    for (let index = 0; index < NOISE_FRAME; index += 1) {
      const newest = history + Math.floor(index / factor);
      let sum = 0;
      for (let tap = index % factor, at = newest; tap < taps; tap += factor, at -= 1) {
        sum += kernel[tap]! * input[at]!;
      }
      frame[index] = sum * factor * fullScale;
    }
    input.copyWithin(0, block);
    this.speech = this.#filter.run();
    const cleaned = this.#cleaned;
    cleaned.copyWithin(0, NOISE_FRAME);
    cleaned.set(frame, taps);
    for (let index = 0; index < block; index += 1) {
      const newest = taps + factor * index;
      let sum = 0;
      for (let tap = 0; tap < taps; tap += 1) {
        sum += kernel[tap]! * cleaned[newest - tap]!;
      }
      this.#output[index] = sum / fullScale;
    }
  }
}

/** Creates a low-pass whose taps sum to 1. */
function toKernel(): Float64Array {
  const middle = taps / 2;
  const values = Float64Array.from({ length: taps }, (_, tap) => {
    const distance = tap - middle;
    const turn = Math.PI * cutoff * distance;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / middle);
    return window * (turn === 0 ? 1 : Math.sin(turn) / turn);
  });
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}
