import { Fourier } from '../convert/fourier.ts';
import { bandOfBin, SPECTRUM_LENGTH } from './bands.ts';

/** Resolution of a filter. */
export interface ToneDetail {
  /**
   * Cepstral lifter, in samples of quefrency: coefficients are kept up to `whole` and fade out until `end`; finer
   * detail is chance.
   */
  readonly whole: number;
  readonly end: number;
  /** Length of the filter's impulse response, in samples. */
  readonly tail: number;
}

/** Detail for a speaker who is learnt while speaking. */
export const coarseDetail: ToneDetail = { whole: 18, end: 36, tail: 160 };
/** Detail for a known recording: enough data to match the lowest harmonics and F1 to a target. */
export const fineDetail: ToneDetail = { whole: 50, end: 90, tail: 240 };

/** Frequency response of a filter per bin. */
export interface ToneFilter {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** Creates an identity filter. */
export function createToneFilter(): ToneFilter {
  const bins = SPECTRUM_LENGTH / 2 + 1;
  return { real: new Float64Array(bins).fill(1), imaginary: new Float64Array(bins) };
}

/** Applies a filter to a spectrum in place. */
export function applyFilter(filter: ToneFilter, real: Float64Array, imaginary: Float64Array): void {
  for (let bin = 0; bin < real.length; bin += 1) {
    const a = real[bin]!;
    const b = imaginary[bin]!;
    const c = filter.real[bin]!;
    const d = filter.imaginary[bin]!;
    real[bin] = a * c - b * d;
    imaginary[bin] = a * d + b * c;
  }
}

/** Designs minimum-phase filters from gains. Their impulse response is causal, so no consonant has a pre-echo. */
export class ToneDesigner {
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);
  readonly #cepstrum = new Float64Array(SPECTRUM_LENGTH);
  readonly #detail: ToneDetail;

  constructor(detail: ToneDetail) {
    this.#detail = detail;
  }

  /** Sets a filter to gains in dB per band. */
  design(gainsDb: Float64Array, filter: ToneFilter): void {
    const real = this.#real;
    const cepstrum = this.#cepstrum;
    const toNatural = Math.LN10 / 20;
    for (let bin = 0; bin < real.length; bin += 1) {
      const position = bandOfBin[bin]!;
      const band = Math.floor(position);
      const weight = position - band;
      const above = gainsDb[Math.min(gainsDb.length - 1, band + 1)]!;
      real[bin] = toNatural * (gainsDb[band]! * (1 - weight) + above * weight);
    }
    this.#imaginary.fill(0);
    this.#fourier.inverse(real, this.#imaginary, cepstrum);
    for (let index = 1; index < cepstrum.length; index += 1) {
      cepstrum[index] =
        index < this.#detail.end ? cepstrum[index]! * 2 * lift(index, this.#detail) : 0;
    }
    this.#fourier.forward(cepstrum, filter.real, filter.imaginary);
    for (let bin = 0; bin < real.length; bin += 1) {
      const gain = Math.exp(filter.real[bin]!);
      const phase = filter.imaginary[bin]!;
      filter.real[bin] = gain * Math.cos(phase);
      filter.imaginary[bin] = gain * Math.sin(phase);
    }
  }
}

function lift(quefrency: number, { whole, end }: ToneDetail): number {
  const weight = Math.max(0, (quefrency - whole) / (end - whole));
  return 0.5 + 0.5 * Math.cos(Math.PI * weight);
}
