import { Fourier } from '../convert/fourier.ts';
import { fromMel, toMel } from '../convert/mel.ts';

/** What the features are made from. */
export const FEATURE_RATE_HZ = 16_000;
/** Time from one set of features to the next: 10 ms. */
export const FEATURE_HOP = 160;
/** Bands on the mel scale in a set of features. */
export const FEATURE_BANDS = 24;

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
/** What is this much below the loudest is not counted for the usual level. */
const silenceGap = Math.log(1e3);
/** The loudest is forgotten by 3 dB a second. */
const peakDecay = Math.log(2) / 100;
/** Sets of features of speech after which the usual level follows a change by a third. */
const longestMean = 400;
/** How much the first set counts. */
const firstMean = 25;

/**
 * What a sound is told by: levels of {@link FEATURE_BANDS} mel bands (Davis and Mermelstein 1980), in natural
 * logarithms against the usual level of the speaker in each band, which takes microphone, room and timbre out.
 * Allocates nothing after it was made.
 */
export class SpeechFeatures {
  /** Usual levels of the speaker so far. */
  readonly usual = new Float64Array(FEATURE_BANDS);
  readonly #levels = new Float64Array(FEATURE_BANDS);
  readonly #fourier = new Fourier(fourierLength);
  readonly #signal = new Float64Array(fourierLength);
  readonly #real = new Float64Array(fourierLength / 2 + 1);
  readonly #imaginary = new Float64Array(fourierLength / 2 + 1);
  readonly #start: Float64Array;
  readonly #startMean: number;
  #peak = -Infinity;
  #counted = 0;

  /** @param start usual levels of speech, which the first sound is taken for. */
  constructor(start: ArrayLike<number>) {
    this.#start = Float64Array.from(start);
    this.#startMean = this.#start.reduce((sum, level) => sum + level / FEATURE_BANDS, 0);
  }

  /** Samples a set of features is read from. */
  static readonly window = windowLength;

  /** Reads the window that begins at `at` into `features`. */
  read(samples: Float32Array, at: number, features: Float32Array): void {
    this.#measure(samples, at);
    this.#follow();
    for (let band = 0; band < FEATURE_BANDS; band += 1) {
      const level = this.#levels[band]! - this.usual[band]!;
      features[band] = Math.max(deepest, Math.min(highest, level));
    }
  }

  #measure(samples: Float32Array, at: number): void {
    const signal = this.#signal;
    for (let index = 0; index < windowLength; index += 1) {
      const before = index === 0 ? samples[at]! : samples[at + index - 1]!;
      signal[index] = (samples[at + index]! - emphasis * before) * windowShape[index]!;
    }
    this.#fourier.forward(signal, this.#real, this.#imaginary);
    for (let band = 0; band < FEATURE_BANDS; band += 1) {
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
    for (let band = 0; band < FEATURE_BANDS; band += 1) {
      mean += this.#levels[band]! / FEATURE_BANDS;
    }
    // At the beginning, and where speech is so much louder than all before it that this was no speech.
    if (mean > this.#peak + silenceGap) {
      for (let band = 0; band < FEATURE_BANDS; band += 1) {
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
    for (let band = 0; band < FEATURE_BANDS; band += 1) {
      this.usual[band]! += weight * (this.#levels[band]! - this.usual[band]!);
    }
  }
}

interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

const windowShape = Float64Array.from(
  { length: windowLength },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / windowLength),
);

const bands: readonly Band[] = Array.from({ length: FEATURE_BANDS }, (_, band) => {
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
  const mel = low + ((toMel(highestHz) - low) * step) / (FEATURE_BANDS + 1);
  return (fromMel(mel) / FEATURE_RATE_HZ) * fourierLength;
}
