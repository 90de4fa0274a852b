import { Fourier } from './fourier.ts';
import type { MelScale } from './mel.ts';

/** Mel spectrum parameters that a network was trained with. */
export interface MelForm {
  readonly rateHz: number;
  /** Length of the Hann window in samples. */
  readonly windowLength: number;
  /** FFT length, a power of two; zero-padded beyond the window. */
  readonly size: number;
  readonly bandCount: number;
  readonly lowestHz: number;
  readonly highestHz: number;
  readonly scale: MelScale;
}

/** Audio accessed by sample, with indices from 0 to `length`. */
export interface MeteredSound {
  readonly length: number;
  readonly sampleAt: (index: number) => number;
}

interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

/**
 * Measures mel magnitudes: triangles that overlap by half, each with an area of 1 over Hz. Allocates nothing after
 * construction.
 */
export class MelMeter {
  readonly #form: MelForm;
  readonly #fourier: Fourier;
  readonly #shape: Float64Array;
  readonly #bands: readonly Band[];
  readonly #part: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(form: MelForm) {
    const { size, windowLength } = form;
    this.#form = form;
    this.#fourier = new Fourier(size);
    const { bins } = this.#fourier;
    this.#shape = Float64Array.from(
      { length: windowLength },
      (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowLength),
    );
    this.#bands = toBands(form, bins);
    this.#part = new Float64Array(size);
    this.#real = new Float64Array(bins);
    this.#imaginary = new Float64Array(bins);
  }

  /** Measures the magnitudes around a sample; audio is mirrored at its ends. */
  measure({ length, sampleAt }: MeteredSound, middle: number, magnitudes: Float64Array): void {
    const { windowLength } = this.#form;
    const start = middle - windowLength / 2;
    for (let index = 0; index < windowLength; index += 1) {
      this.#part[index] = this.#shape[index] * sampleAt(mirror(start + index, length));
    }
    const real = this.#real;
    this.#fourier.forward(this.#part, real, this.#imaginary);
    for (let bin = 0; bin < real.length; bin += 1) {
      real[bin] = Math.hypot(real[bin], this.#imaginary[bin]);
    }
    for (let band = 0; band < this.#bands.length; band += 1) {
      const { first, weights } = this.#bands[band];
      let sum = 0;
      for (let index = 0; index < weights.length; index += 1) {
        sum += weights[index] * real[first + index];
      }
      magnitudes[band] = sum;
    }
  }
}

function mirror(index: number, length: number): number {
  const folded = index < 0 ? -index : index >= length ? 2 * length - 2 - index : index;
  return Math.max(0, Math.min(length - 1, folded));
}

function toBands(form: MelForm, bins: number): readonly Band[] {
  const { rateHz, windowLength, size, bandCount, lowestHz, highestHz, scale } = form;
  const lowest = scale.toMel(lowestHz);
  const step = (scale.toMel(highestHz) - lowest) / (bandCount + 1);
  const edges = Array.from({ length: bandCount + 2 }, (_, index) =>
    scale.fromMel(lowest + index * step),
  );
  const binHz = rateHz / size;
  return edges.slice(0, bandCount).map((left, band) => {
    const [middle, right] = [edges[band + 1], edges[band + 2]];
    const first = Math.max(0, Math.ceil(left / binHz));
    const last = Math.min(bins - 1, Math.floor(right / binHz));
    const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const hertz = (first + index) * binHz;
      const height = Math.min((hertz - left) / (middle - left), (right - hertz) / (right - middle));
      // Normalised to the number of bins that an FFT of the window alone would have.
      return ((Math.max(0, height) * 2) / (right - left)) * (windowLength / size);
    });
    return { first, weights };
  });
}
