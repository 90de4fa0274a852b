import { Fourier } from '../convert/fourier.ts';
import { BAND_COUNT, bandWidths, measureBands, SPECTRUM_LENGTH } from './bands.ts';

const windowLength = 512;
/** Samples between two looks. */
const hop = 640;
const mask = windowLength - 1;
/** Looks that count, half a minute; and those that the target itself counts for at first. */
const memory = 750;
const priorLooks = 30;
/** Looks this much quieter than the loudest of late are pauses, as a share of power. */
const quietShare = 0.005;
const fade = 0.998;
/** No band is corrected by more than this. */
const limitDb = 10;
const rounds = 4;
/** What is left of a correction per round when nothing asks for it. */
const wayBack = 0.985;

const window = Float64Array.from(
  { length: windowLength },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / windowLength),
);

/**
 * Listens to what comes out and tells what its long-term spectrum lacks of that of the target. What a grain
 * is given is not what is heard, because grains overlap at another pitch.
 */
export class ToneServo {
  /** Gains in dB per band, for sounds with and without voice. */
  readonly voiced = new Float64Array(BAND_COUNT);
  readonly unvoiced = new Float64Array(BAND_COUNT);
  readonly #target: Float64Array;
  readonly #heardVoiced: Float64Array;
  readonly #heardUnvoiced: Float64Array;
  readonly #ring = new Float64Array(windowLength);
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #signal = new Float64Array(SPECTRUM_LENGTH);
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);
  readonly #bands = new Float64Array(BAND_COUNT);
  readonly #levels = new Float64Array(BAND_COUNT);
  #count = 0;
  #looks = priorLooks;
  #loudest = 1e-6;

  constructor(target: readonly number[]) {
    this.#target = Float64Array.from(target);
    const powers = this.#target.map((level) => 10 ** (level / 10));
    const sum = powers.reduce((total, power, band) => total + power * bandWidths[band]!, 0);
    // As if a target was heard that is with and without voice alike.
    this.#heardVoiced = powers.map((power) => power / sum / 2);
    this.#heardUnvoiced = this.#heardVoiced.slice();
  }

  /** Takes a sample that came out, and whether there is voice where the window around it has its middle. */
  hear(sample: number, isVoiced: boolean): void {
    this.#ring[this.#count & mask] = sample;
    this.#count += 1;
    if (this.#count % hop === 0) {
      this.#look(isVoiced);
    }
  }

  #look(isVoiced: boolean): void {
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
    if (power < this.#loudest * quietShare || power < 1e-4) {
      return;
    }
    this.#looks = Math.min(memory, this.#looks + 1);
    const share = 1 / this.#looks;
    const gains = isVoiced ? this.voiced : this.unvoiced;
    const heard = isVoiced ? this.#heardVoiced : this.#heardUnvoiced;
    const other = isVoiced ? this.#heardUnvoiced : this.#heardVoiced;
    for (let band = 0; band < BAND_COUNT; band += 1) {
      // As it would have been without the correction.
      const raw = bands[band]! / power / 10 ** (gains[band]! / 10);
      heard[band] = heard[band]! + share * (raw - heard[band]!);
      other[band] = other[band]! * (1 - share);
    }
    this.#solve();
  }

  /** Corrects each band where most of its power comes from. */
  #solve(): void {
    const levels = this.#levels;
    for (let round = 0; round < rounds; round += 1) {
      let mean = 0;
      for (let band = 0; band < BAND_COUNT; band += 1) {
        const voiced = this.#heardVoiced[band]! * 10 ** (this.voiced[band]! / 10);
        const unvoiced = this.#heardUnvoiced[band]! * 10 ** (this.unvoiced[band]! / 10);
        levels[band] = 10 * Math.log10(voiced + unvoiced + 1e-12);
        this.#bands[band] = voiced / (voiced + unvoiced + 1e-12);
        mean += levels[band]! / BAND_COUNT;
      }
      for (let band = 0; band < BAND_COUNT; band += 1) {
        const lack = 0.3 * (this.#target[band]! - levels[band]! + mean);
        const share = this.#bands[band]!;
        this.voiced[band] = follow(this.voiced[band]!, lack * share * share);
        this.unvoiced[band] = follow(this.unvoiced[band]!, lack * (1 - share) * (1 - share));
      }
    }
  }
}

/** Without the way back, sounds that have little of a band would in the end make up for those that have it all. */
function follow(gainDb: number, byDb: number): number {
  return Math.max(-limitDb, Math.min(limitDb, wayBack * gainDb + byDb));
}
