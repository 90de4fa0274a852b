import { NOISE_FRAME, type NoiseFilter, openNoiseFilter } from './rnnoise.ts';

/** RNNoise hears 48 kHz, voices have 16 kHz. */
const factor = 3;
const block = NOISE_FRAME / factor;
/** Taps of the filter between the rates, at 48 kHz; twice its middle is the delay of both ways. */
const taps = 96;
const cutoff = 0.94 / factor;
const fullScale = 32_768;

const kernel = toKernel();

/**
 * Takes noise out of a voice at 16 kHz: what is steady, as of fans and streets. Clean speech loses a little as
 * well. Allocates nothing while it runs.
 */
export class NoiseSuppressor {
  /** Samples by which the output lies behind the input: a block, a frame of RNNoise, both filters. */
  readonly latency = 2 * block + taps / factor;
  /** How likely the newest block is speech, 0..1. */
  speech = 0;
  readonly #filter: NoiseFilter = openNoiseFilter();
  /** The newest samples at 16 kHz, the last ones at the end. */
  readonly #input = new Float64Array(block + taps / factor);
  /** The newest cleaned samples at 48 kHz. */
  readonly #cleaned = new Float64Array(NOISE_FRAME + taps);
  readonly #output = new Float64Array(block);
  #count = 0;

  /** Takes one sample in and gives one out, -1..1. */
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

/** A low-pass that sums up to 1. */
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
