import { BAND_COUNT, measureBands, measureEnergy, SPECTRUM_LENGTH } from '../changer/bands.ts';
import {
  applyFilter,
  createToneFilter,
  fineDetail,
  ToneDesigner,
  type ToneFilter,
} from '../changer/tone-filter.ts';
import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { type Gaussian, measureGaussian, toTransport } from './gaussian.ts';
import type { Matrix } from './symmetric-matrix.ts';

const windowLength = 512;
/** 8 ms: four windows overlap-add to twice the speech. */
const hop = windowLength / 4;
const overlap = windowLength / hop / 2;
/**
 * Level below loud frames from which a frame is a pause, in dB; such frames are changed less and less within `fadeDb`.
 */
const quietDb = 30;
const fadeDb = 10;
/** Maximum depth of a band below the loudness of loud frames, in dB. */
const deepestDb = 60;
/** Limit of the gain per band. */
const limitDb = 20;
/** Limits of a frame's energy change, +2 dB and -4 dB: hisses that stand out would mask the words around them. */
const maxEnergy = 1.6;
const minEnergy = 0.4;
/** Context of a frame, at 40 and 80 ms before and after, with this many cosine coefficients each. */
const context = [-10, -5, 5, 10];
const contextShape = 6;
/** Limits of the transport's eigenvalues: larger changes cost words for little likeness. */
const limits = { min: 0.7, max: 1.5 };
/**
 * Number of speech frames, 2 s, that represent a voice; with fewer, less is applied, since a single vowel could become
 * the mean of all sounds.
 */
const enough = 250;
/** Minimum variance of every coordinate, in dB². */
const noise = 1;

const window = createHannWindow(windowLength);
const cosines = Array.from({ length: contextShape }, (_, order) =>
  Float64Array.from(
    { length: BAND_COUNT },
    (_value, band) =>
      Math.sqrt((order === 0 ? 1 : 2) / BAND_COUNT) *
      Math.cos((Math.PI * order * (band + 0.5)) / BAND_COUNT),
  ),
);

/**
 * Maps the spectra of speech to the distribution of a sample's, both at `VOICE_RATE_HZ`: mean, variance, covariance of
 * bands and loudness, and movement within 0.16 s. A single linear map of least change serves all frames, so every sound
 * is mapped to similar sounds of the sample, and none is replaced.
 */
export function transportSpectra(
  speech: Float32Array,
  sample: Float32Array,
): Float32Array<ArrayBuffer> {
  const own = readSpectra(speech);
  const wanted = measureSpectra(readSpectra(sample));
  const gains = listGains(own, measureSpectra(own), wanted);
  const design = createDesign(gains);
  const evenness = measureLoss(speech, design);
  const output = new Float32Array(speech.length + SPECTRUM_LENGTH);
  forEachFrame(speech, (frame, start, { signal, real, imaginary, fourier }) => {
    const before = measureEnergy(real, imaginary);
    applyFilter(design(frame), real, imaginary);
    const change = (evenness * measureEnergy(real, imaginary)) / (before + 1e-12);
    const gain = Math.sqrt(evenness * limitLoudness(change)) / overlap;
    fourier.inverse(real, imaginary, signal);
    for (let index = Math.max(0, -start); index < SPECTRUM_LENGTH; index += 1) {
      if (start + index < output.length) {
        output[start + index] = output[start + index]! + gain * signal[index]!;
      }
    }
  });
  return output.slice(0, speech.length);
}

/** Returns a function that designs the filter of a frame; its result is valid until the next call. */
function createDesign(gains: readonly Float64Array[]): (frame: number) => ToneFilter {
  const filter = createToneFilter();
  const designer = new ToneDesigner(fineDetail);
  const smooth = new Float64Array(BAND_COUNT);
  return (frame) => {
    smoothGains(gains, frame, smooth);
    designer.design(smooth, filter);
    return filter;
  };
}

/**
 * Returns the factor of energy that the filters take from the speech as a whole. A constant factor gives it back: if each
 * frame kept its own energy, sounds would lose their levels against each other, and words with them.
 */
function measureLoss(speech: Float32Array, design: (frame: number) => ToneFilter): number {
  let before = 1e-12;
  let after = 1e-12;
  forEachFrame(speech, (frame, _start, { real, imaginary }) => {
    before += measureEnergy(real, imaginary);
    applyFilter(design(frame), real, imaginary);
    after += measureEnergy(real, imaginary);
  });
  return before / after;
}

/** Spectra of speech. */
interface Spectra {
  /** Band levels of each frame in dB against loud frames, then the cosine coefficients of its context. */
  readonly vectors: readonly Float64Array[];
  /** Speech weight of each frame, 0..1: 0 is a pause. */
  readonly weights: readonly number[];
}

/** Reads the spectra of speech at `VOICE_RATE_HZ`, one every 8 ms. */
export function readSpectra(speech: Float32Array): Spectra {
  const bands: Float64Array[] = [];
  const energies: number[] = [];
  forEachFrame(speech, (_frame, _start, { real, imaginary }) => {
    const powers = new Float64Array(BAND_COUNT);
    measureBands(real, imaginary, powers);
    bands.push(powers);
    energies.push(measureEnergy(real, imaginary) + 1e-12);
  });
  const loud = energies.toSorted((one, two) => one - two)[Math.floor(0.95 * energies.length)] ?? 1;
  const unit = loud / (SPECTRUM_LENGTH / 2);
  const deepest = 10 ** (-deepestDb / 10);
  const levels = bands.map((powers) =>
    powers.map((power) => 10 * Math.log10(power / unit + deepest)),
  );
  const shapes = levels.map((frame) =>
    cosines.map((cosine) => cosine.reduce((sum, weight, band) => sum + weight * frame[band]!, 0)),
  );
  return {
    vectors: levels.map((frame, index) => {
      const around = context.flatMap((step) => shapes[index + step] ?? shapes[index]!);
      return Float64Array.from([...frame, ...around]);
    }),
    weights: energies.map((energy) => {
      const aboveDb = 10 * Math.log10(energy / loud) + quietDb;
      return Math.max(0, Math.min(1, 1 + aboveDb / fadeDb));
    }),
  };
}

function measureSpectra({ vectors, weights }: Spectra): Gaussian {
  const spoken = vectors.filter((_, index) => weights[index] === 1);
  return measureGaussian(spoken.length === 0 ? vectors : spoken, noise);
}

/** Computes gains in dB per band and frame. */
function listGains({ vectors, weights }: Spectra, own: Gaussian, wanted: Gaussian): Float64Array[] {
  const map: Matrix = toTransport(own, wanted, limits);
  const part = Math.min(1, own.count / enough);
  return vectors.map((vector, frame) => {
    const deviation = vector.map((value, index) => value - own.mean[index]!);
    return Float64Array.from({ length: BAND_COUNT }, (_, band) => {
      const row = map[band]!;
      let level = wanted.mean[band]!;
      for (let index = 0; index < deviation.length; index += 1) {
        level += row[index]! * deviation[index]!;
      }
      return part * weights[frame]! * Math.max(-limitDb, Math.min(limitDb, level - vector[band]!));
    });
  });
}

/** Smooths gains over three frames with weights 1, 2, 1. */
function smoothGains(gains: readonly Float64Array[], frame: number, smooth: Float64Array): void {
  const here = gains[frame]!;
  const before = gains[frame - 1] ?? here;
  const after = gains[frame + 1] ?? here;
  for (let band = 0; band < BAND_COUNT; band += 1) {
    smooth[band] = (before[band]! + 2 * here[band]! + after[band]!) / 4;
  }
}

/** Returns the factor of energy that limits a frame's energy change. */
function limitLoudness(change: number): number {
  return Math.max(minEnergy, Math.min(maxEnergy, change)) / (change + 1e-12);
}

interface Frame {
  readonly signal: Float64Array;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly fourier: Fourier;
}

/** Visits overlapping windows of the speech with their spectra. */
function forEachFrame(
  speech: Float32Array,
  visit: (index: number, start: number, frame: Frame) => void,
): void {
  const fourier = new Fourier(SPECTRUM_LENGTH);
  const signal = new Float64Array(SPECTRUM_LENGTH);
  const real = new Float64Array(fourier.bins);
  const imaginary = new Float64Array(fourier.bins);
  let index = 0;
  for (let start = hop - windowLength; start < speech.length; start += hop) {
    signal.fill(0);
    for (let at = 0; at < windowLength; at += 1) {
      signal[at] = window[at]! * (speech[start + at] ?? 0);
    }
    fourier.forward(signal, real, imaginary);
    visit(index, start, { signal, real, imaginary, fourier });
    index += 1;
  }
}
