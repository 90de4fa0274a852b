import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { BAND_COUNT, bandWidths, measureBands, SPECTRUM_LENGTH } from './bands.ts';

const windowLength = 512;
/** Samples between two looks. */
const hop = 640;
const mask = windowLength - 1;
/** Looks that count, half a minute; and those that the target itself counts for at first. */
const memory = 750;
const priorCount = 30;
/** Looks this much quieter than the loudest of late are pauses, as a fraction of power. */
const quietFraction = 0.005;
const fade = 0.998;
/** No band is corrected by more than this. */
const limitDb = 16;

const window = createHannWindow(windowLength);

/**
 * Listens to what comes out and tells what its long-term spectrum lacks of that of the target. What a grain
 * is given is not what is heard, because grains overlap at another pitch. One correction for all sounds:
 * words are told by how sounds differ, and a filter that is the same for all of them leaves that alone.
 */
export class SpectralFeedback {
  /** Gains in dB per band. */
  readonly gains = new Float64Array(BAND_COUNT);
  /** How much of the power of each band comes from sounds with voice, 0..1. */
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
    // As if a target was heard that is with and without voice alike.
    this.#measuredVoiced = powers.map((power) => power / sum / 2);
    this.#measuredUnvoiced = this.#measuredVoiced.slice();
  }

  /** Takes a sample that came out, and whether there is voice where the window around it has its middle. */
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
      // As it would have been without the correction.
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
