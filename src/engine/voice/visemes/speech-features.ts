import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { fromMel, toMel } from '../convert/mel.ts';

/** What the features are made from. */
export const FEATURE_RATE_HZ = 16_000;
/** Time from one set of features to the next: 10 ms. */
export const FEATURE_HOP = 160;
/** Bands on the mel scale in a set of features. */
const bandCount = 28;
/** Numbers in a set of features: levels of the bands, then {@link SpeechFeatures.read}'s four of closures. */
export const FEATURE_SIZE = bandCount + 4;

const windowLength = 400;
const fourierLength = 512;
const lowestHz = 60;
const highestHz = 7600;
const emphasis = 0.97;
/** Quieter than any recording, so that digital silence has a level. */
const floorPower = 1e-9;
/** Nothing further below the speaker's usual level tells sounds apart; it only shows how good the room is. */
const deepest = -5;
const highest = 5;
/** The middle 10 ms of the window in quarters of 2.5 ms: lips that part are heard for no longer. */
const quarter = 40;
const middle = (windowLength - 4 * quarter) / 2;
/** A mean of 1 ms, which leaves little above 500 Hz. */
const lowTaps = 16;
/** What is this much below the loudest is not counted for the usual level. */
const silenceGap = Math.log(1e3);
/** The loudest is forgotten by 3 dB a second. */
const peakDecay = Math.log(2) / 100;
/** Sets of features of speech after which the usual level follows a change by a third. */
const longestMean = 400;
/** How much the first set counts. */
const firstMean = 25;

/**
 * What a sound is told by: levels of 28 mel bands (Davis and Mermelstein 1980), in natural logarithms against the
 * usual level of the speaker in each band, which takes microphone, room and timbre out; and what a window of 25 ms
 * blurs, because lips close and part within a few milliseconds: how much the high and the low part rise from one
 * half of the middle 10 ms to the other, and how far the loudest and the quietest 2.5 ms stand out of the window.
 * Allocates nothing after it was made.
 */
export class SpeechFeatures {
  /** Usual levels of the speaker so far. */
  readonly usual = new Float64Array(bandCount);
  readonly #levels = new Float64Array(bandCount);
  readonly #fourier = new Fourier(fourierLength);
  readonly #signal = new Float64Array(fourierLength);
  readonly #real = new Float64Array(fourierLength / 2 + 1);
  readonly #imaginary = new Float64Array(fourierLength / 2 + 1);
  readonly #highs = new Float64Array(4);
  readonly #lows = new Float64Array(4);
  readonly #start: Float64Array;
  readonly #startMean: number;
  #peak = -Infinity;
  #counted = 0;

  /** @param start usual levels of speech, which the first sound is taken for. */
  constructor(start: ArrayLike<number>) {
    this.#start = Float64Array.from(start);
    this.#startMean = this.#start.reduce((sum, level) => sum + level / bandCount, 0);
  }

  /** Samples a set of features is read from. */
  static readonly window = windowLength;
  /** Levels in a set of features, which come first. */
  static readonly bands = bandCount;

  /** Reads the window that begins at `at` into `features`. */
  read(samples: Float32Array, at: number, features: Float32Array): void {
    this.#measure(samples, at);
    this.#follow();
    for (let band = 0; band < bandCount; band += 1) {
      const level = this.#levels[band]! - this.usual[band]!;
      features[band] = clamp(level);
    }
    this.#readClosure(samples, at, features);
  }

  #readClosure(samples: Float32Array, at: number, features: Float32Array): void {
    let whole = floorPower;
    for (let index = at + 1; index < at + windowLength; index += 1) {
      const high = samples[index]! - samples[index - 1]!;
      whole += (high * high) / windowLength;
    }
    const highs = this.#highs.fill(floorPower);
    const lows = this.#lows.fill(floorPower);
    let low = 0;
    for (let index = middle - lowTaps; index < middle + 4 * quarter; index += 1) {
      const sample = samples[at + index]!;
      low += sample;
      if (index >= middle) {
        low -= samples[at + index - lowTaps]!;
        const high = sample - samples[at + index - 1]!;
        const part = Math.floor((index - middle) / quarter);
        highs[part]! += (high * high) / quarter;
        lows[part]! += (low * low) / quarter;
      }
    }
    const loudest = Math.max(highs[0]!, highs[1]!, highs[2]!, highs[3]!);
    const quietest = Math.min(highs[0]!, highs[1]!, highs[2]!, highs[3]!);
    features[bandCount] = clamp(Math.log((highs[2]! + highs[3]!) / (highs[0]! + highs[1]!)));
    features[bandCount + 1] = clamp(Math.log((lows[2]! + lows[3]!) / (lows[0]! + lows[1]!)));
    features[bandCount + 2] = clamp(Math.log(loudest / whole));
    features[bandCount + 3] = clamp(Math.log(quietest / whole));
  }

  #measure(samples: Float32Array, at: number): void {
    const signal = this.#signal;
    for (let index = 0; index < windowLength; index += 1) {
      const before = index === 0 ? samples[at]! : samples[at + index - 1]!;
      signal[index] = (samples[at + index]! - emphasis * before) * windowShape[index]!;
    }
    this.#fourier.forward(signal, this.#real, this.#imaginary);
    for (let band = 0; band < bandCount; band += 1) {
      const { first, weights } = bands[band]!;
      let power = floorPower;
      for (let index = 0; index < weights.length; index += 1) {
        const real = this.#real[first + index]!;
        const imaginary = this.#imaginary[first + index]!;
        power += weights[index]! * (real * real + imaginary * imaginary);
      }
      this.#levels[band] = Math.log(power);
    }
  }

  #follow(): void {
    let mean = 0;
    for (let band = 0; band < bandCount; band += 1) {
      mean += this.#levels[band]! / bandCount;
    }
    // At the beginning, and where speech is so much louder than all before it that this was no speech.
    if (mean > this.#peak + silenceGap) {
      for (let band = 0; band < bandCount; band += 1) {
        this.usual[band] = this.#start[band]! + mean - this.#startMean;
      }
      this.#counted = 1;
    }
    this.#peak = Math.max(mean, this.#peak - peakDecay);
    if (mean < this.#peak - silenceGap) {
      return;
    }
    const weight = 1 / Math.min(longestMean, firstMean + this.#counted);
    this.#counted += 1;
    for (let band = 0; band < bandCount; band += 1) {
      this.usual[band]! += weight * (this.#levels[band]! - this.usual[band]!);
    }
  }
}

function clamp(value: number): number {
  return Math.max(deepest, Math.min(highest, value));
}

interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

const windowShape = createHannWindow(windowLength);

const bands: readonly Band[] = Array.from({ length: bandCount }, (_, band) => {
  const low = toBin(band);
  const centre = toBin(band + 1);
  const high = toBin(band + 2);
  const first = Math.ceil(low);
  const weights = Float64Array.from({ length: Math.floor(high) - first + 1 }, (_unused, index) => {
    const bin = first + index;
    return bin <= centre ? (bin - low) / (centre - low) : (high - bin) / (high - centre);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
});

/** Place of a corner of the bands among the bins of the spectrum. */
function toBin(step: number): number {
  const low = toMel(lowestHz);
  const mel = low + ((toMel(highestHz) - low) * step) / (bandCount + 1);
  return (fromMel(mel) / FEATURE_RATE_HZ) * fourierLength;
}
