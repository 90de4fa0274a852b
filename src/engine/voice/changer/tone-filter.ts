import { Fourier } from '../convert/fourier.ts';
import { bandOfBin, SPECTRUM_LENGTH } from './bands.ts';

/** How fine a filter is. */
export interface ToneDetail {
  /** Quefrencies, in samples, that a filter keeps whole and, falling, at all: what is finer is not the tone but chance. */
  readonly whole: number;
  readonly end: number;
  /** Samples after which the filter has died away. */
  readonly tail: number;
}

/** For a speaker who becomes known while he speaks. */
export const coarseDetail: ToneDetail = { whole: 18, end: 36, tail: 160 };
/** For a recording that was heard before: enough is known to give the lowest harmonics and F1 the levels of a target. */
export const fineDetail: ToneDetail = { whole: 50, end: 90, tail: 240 };

/** What a tone does to each bin of a spectrum. */
export interface ToneFilter {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** A filter that changes nothing. */
export function createToneFilter(): ToneFilter {
  const bins = SPECTRUM_LENGTH / 2 + 1;
  return { real: new Float64Array(bins).fill(1), imaginary: new Float64Array(bins) };
}

/** Puts a spectrum through a filter, in place. */
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

/**
 * Makes filters of least delay out of gains. Their sound comes after what caused it, never before: no
 * consonant is announced by its echo.
 */
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
