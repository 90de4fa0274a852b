import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { BAND_COUNT, bandWidths, measureBands, SPECTRUM_LENGTH } from './bands.ts';

const windowLength = 512;
/** Interval between measurements, in samples. */
const hop = 640;
const mask = windowLength - 1;
/** Memory in measurements, half a minute; initial weight of the target, in measurements. */
const memory = 750;
const priorCount = 30;
/** Power below which a measurement is a pause, as a fraction of the recent maximum. */
const quietFraction = 0.005;
const fade = 0.998;
/** Limit of the correction per band, in dB. */
const limitDb = 16;

const window = createHannWindow(windowLength);

/**
 * Measures the long-term spectrum of the output and corrects its difference from the target. The spectrum of single
 * grains is not that of the output, because grains overlap at another pitch. One correction applies to all sounds: it
 * keeps the differences between sounds, on which words depend.
 */
export class SpectralFeedback {
  /** Gains in dB per band. */
  readonly gains = new Float64Array(BAND_COUNT);
  /** Fraction of each band's power that comes from voiced sounds, 0..1. */
  readonly voicedFractions = new Float64Array(BAND_COUNT).fill(0.5);
  readonly #target: Float64Array;
  readonly #measuredVoiced: Float64Array;
  readonly #measuredUnvoiced: Float64Array;
  readonly #ring = new Float64Array(windowLength);
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #signal = new Float64Array(SPECTRUM_LENGTH);
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);
  readonly #bands = new Float64Array(BAND_COUNT);
  #count = 0;
  #measured = priorCount;
  #loudest = 1e-6;

  constructor(target: readonly number[]) {
    this.#target = Float64Array.from(target);
    const powers = this.#target.map((level) => 10 ** (level / 10));
    const sum = powers.reduce((total, power, band) => total + power * bandWidths[band]!, 0);
    // Initialised as if the target had been measured, half voiced and half unvoiced.
    this.#measuredVoiced = powers.map((power) => power / sum / 2);
    this.#measuredUnvoiced = this.#measuredVoiced.slice();
  }

  /** Adds an output sample; `isVoiced` is the voicing at the middle of the analysis window. */
  add(sample: number, isVoiced: boolean): void {
    this.#ring[this.#count & mask] = sample;
    this.#count += 1;
    if (this.#count % hop === 0) {
      this.#measure(isVoiced);
    }
  }

  #measure(isVoiced: boolean): void {
    const signal = this.#signal;
    for (let index = 0; index < windowLength; index += 1) {
      signal[index] = window[index]! * this.#ring[(this.#count + index) & mask]!;
    }
    this.#fourier.forward(signal, this.#real, this.#imaginary);
    const bands = this.#bands;
    measureBands(this.#real, this.#imaginary, bands);
    let power = 0;
    for (let bin = 0; bin < this.#real.length; bin += 1) {
      power += this.#real[bin]! ** 2 + this.#imaginary[bin]! ** 2;
    }
    this.#loudest = Math.max(this.#loudest * fade, power);
    if (power < this.#loudest * quietFraction || power < 1e-4) {
      return;
    }
    this.#measured = Math.min(memory, this.#measured + 1);
    const weight = 1 / this.#measured;
    const measured = isVoiced ? this.#measuredVoiced : this.#measuredUnvoiced;
    const other = isVoiced ? this.#measuredUnvoiced : this.#measuredVoiced;
    for (let band = 0; band < BAND_COUNT; band += 1) {
      // Undoes the current correction.
      const raw = bands[band]! / power / 10 ** (this.gains[band]! / 10);
      measured[band] = measured[band]! + weight * (raw - measured[band]!);
      other[band] = other[band]! * (1 - weight);
    }
    this.#solve();
  }

  #solve(): void {
    const gains = this.gains;
    let mean = 0;
    for (let band = 0; band < BAND_COUNT; band += 1) {
      const measured = this.#measuredVoiced[band]! + this.#measuredUnvoiced[band]! + 1e-12;
      this.voicedFractions[band] = this.#measuredVoiced[band]! / measured;
      gains[band] = this.#target[band]! - 10 * Math.log10(measured);
      mean += gains[band]! / BAND_COUNT;
    }
    for (let band = 0; band < BAND_COUNT; band += 1) {
      gains[band] = Math.max(-limitDb, Math.min(limitDb, gains[band]! - mean));
    }
  }
}
