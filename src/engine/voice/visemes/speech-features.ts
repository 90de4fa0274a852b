import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { fromMel, toMel } from '../convert/mel.ts';

/** Sample rate of the input of features. */
export const FEATURE_RATE_HZ = 16_000;
/** Hop between feature vectors in samples: 10 ms. */
export const FEATURE_HOP = 160;
/** Number of mel bands. */
const bandCount = 28;
/** Size of a feature vector: band levels, then four features of closures. */
export const FEATURE_SIZE = bandCount + 4;

const windowLength = 400;
const fourierLength = 512;
const lowestHz = 60;
const highestHz = 7600;
const emphasis = 0.97;
/** Power floor below any recording, which gives digital silence a finite level. */
const floorPower = 1e-9;
/** Lower limit of features: levels further below the speaker's mean show room noise, not sounds. */
const deepest = -5;
const highest = 5;
/** Samples of a quarter of the window's middle 10 ms: the release of a closure lasts about 2.5 ms. */
const quarter = 40;
const middle = (windowLength - 4 * quarter) / 2;
/** Length of the moving average that extracts the low band in samples: 1 ms, which attenuates above 500 Hz. */
const lowTaps = 16;
/** Level below the peak from which on a frame counts as silence and does not update the mean; 30 dB. */
const silenceGap = Math.log(1e3);
/** Decay of the peak per frame: 3 dB per second. */
const peakDecay = Math.log(2) / 100;
/** Maximum averaging length of the mean level in frames. */
const longestMean = 400;
/** Number of frames that the initial mean level counts for. */
const firstMean = 25;

/**
 * Feature vectors of speech. Log levels of 28 mel bands (Davis and Mermelstein 1980) relative to the speaker's mean in
 * each band, which removes microphone, room and timbre. Four features of closures, which last a few milliseconds and
 * blur in a window of 25 ms: the rise of the high and of the low band between the halves of the middle 10 ms, and the
 * levels of its loudest and quietest 2.5 ms relative to the window. Allocates only in the constructor.
 */
export class SpeechFeatures {
  /** Mean level of the speaker per band so far. */
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

  /** @param start mean levels of speech, whose shape is assumed for the first frame. */
  constructor(start: ArrayLike<number>) {
    this.#start = Float64Array.from(start);
    this.#startMean = this.#start.reduce((sum, level) => sum + level / bandCount, 0);
  }

  /** Window length in samples. */
  static readonly window = windowLength;
  /** Number of band levels, which come first in a feature vector. */
  static readonly bands = bandCount;

  /** Computes the features of the window that begins at `at`. */
  read(samples: Float32Array, at: number, features: Float32Array): void {
    this.#measure(samples, at);
    this.#trackLevels();
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

  #trackLevels(): void {
    let mean = 0;
    for (let band = 0; band < bandCount; band += 1) {
      mean += this.#levels[band]! / bandCount;
    }
    // At the beginning, and when speech is so much louder than everything before that it was no speech.
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

/** Returns the position of a band edge in FFT bins. */
function toBin(step: number): number {
  const low = toMel(lowestHz);
  const mel = low + ((toMel(highestHz) - low) * step) / (bandCount + 1);
  return (fromMel(mel) / FEATURE_RATE_HZ) * fourierLength;
}
