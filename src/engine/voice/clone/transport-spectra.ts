import { BAND_COUNT, measureBands, measureEnergy, SPECTRUM_LENGTH } from '../changer/bands.ts';
import { applyFilter, createToneFilter, fineDetail, ToneDesigner } from '../changer/tone-filter.ts';
import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { type Gaussian, measureGaussian, toTransport } from './gaussian.ts';
import type { Matrix } from './symmetric-matrix.ts';

const windowLength = 512;
/** 8 ms: four windows add up to twice the speech. */
const hop = windowLength / 4;
const overlap = windowLength / hop / 2;
/** Frames this much below loud ones are pauses, in dB; they are left alone the more, the deeper they are within `fadeDb`. */
const quietDb = 30;
const fadeDb = 10;
/** Bands further below the loudness of loud frames count as this far, in dB. */
const deepestDb = 60;
/** No band is made louder or softer by more than this. */
const limitDb = 20;
/** No frame becomes louder by more than 2 dB or softer by more than 4: a hiss that bursts out costs the words around it. */
const mostEnergy = 1.6;
const leastEnergy = 0.4;
/** Frames before and after one that are seen with it, 40 and 80 ms away, by so many cosines of their spectrum. */
const context = [-10, -5, 5, 10];
const contextShape = 6;
/** Patterns are enlarged and flattened by no more than this: beyond it, words are lost for little likeness. */
const limits = { least: 0.7, most: 1.5 };
/**
 * Part of the way to the sample's spectra. All of it comes nearer by an encoder of speakers (.47 against .38 of the way, mean of four
 * voices) and costs words and quality.
 */
const strength = 0.6;
/** Frames of speech that show enough of a voice's sounds, 2 s of them: of fewer, the less is changed, or one vowel became the mean of all. */
const enough = 250;
/** Variance that every value has at least, in dB². */
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
 * Speech whose spectra are distributed as those of a sample, both at the rate of voices: mean, spread, how bands go together, with loudness
 * too, and how they move within 0.16 s. One linear map does it for all frames, the one that changes them least, so every sound
 * goes where such sounds are in the sample, and none is exchanged for another.
 */
export function transportSpectra(
  speech: Float32Array,
  sample: Float32Array,
): Float32Array<ArrayBuffer> {
  const own = readSpectra(speech);
  const wanted = measureSpectra(readSpectra(sample));
  const gains = listGains(own, measureSpectra(own), wanted);
  const filter = createToneFilter();
  const designer = new ToneDesigner(fineDetail);
  const smooth = new Float64Array(BAND_COUNT);
  const output = new Float32Array(speech.length + SPECTRUM_LENGTH);
  eachFrame(speech, (frame, start, { signal, real, imaginary, fourier }) => {
    smoothGains(gains, frame, smooth);
    designer.design(smooth, filter);
    const before = measureEnergy(real, imaginary);
    applyFilter(filter, real, imaginary);
    const gain = limitLoudness(measureEnergy(real, imaginary) / (before + 1e-12)) / overlap;
    fourier.inverse(real, imaginary, signal);
    for (let index = Math.max(0, -start); index < SPECTRUM_LENGTH; index += 1) {
      if (start + index < output.length) {
        output[start + index] = output[start + index]! + gain * signal[index]!;
      }
    }
  });
  return output.slice(0, speech.length);
}

/** The spectra of speech. */
interface Spectra {
  /** Levels per band of each frame in dB against loud ones, then the shapes of frames around it. */
  readonly vectors: readonly Float64Array[];
  /** How much each frame is speech, 0..1: at 0 it is a pause. */
  readonly weights: readonly number[];
}

/** Reads the spectra of speech at the rate of voices, one for every 8 ms. */
export function readSpectra(speech: Float32Array): Spectra {
  const bands: Float64Array[] = [];
  const energies: number[] = [];
  eachFrame(speech, (_frame, _start, { real, imaginary }) => {
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

/** Gains in dB per band for each frame. */
function listGains({ vectors, weights }: Spectra, own: Gaussian, wanted: Gaussian): Float64Array[] {
  const map: Matrix = toTransport(own, wanted, limits);
  const part = strength * Math.min(1, own.count / enough);
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

/** The gains of a frame and, half as much, of those beside it. */
function smoothGains(gains: readonly Float64Array[], frame: number, smooth: Float64Array): void {
  const here = gains[frame]!;
  const before = gains[frame - 1] ?? here;
  const after = gains[frame + 1] ?? here;
  for (let band = 0; band < BAND_COUNT; band += 1) {
    smooth[band] = (before[band]! + 2 * here[band]! + after[band]!) / 4;
  }
}

/** What brings a frame whose energy was changed by a factor back to within what is allowed. */
function limitLoudness(change: number): number {
  const allowed = Math.max(leastEnergy, Math.min(mostEnergy, change));
  return Math.sqrt(allowed / (change + 1e-12));
}

interface Frame {
  readonly signal: Float64Array;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly fourier: Fourier;
}

/** Windows that add up to a multiple of the speech, each with its spectrum. */
function eachFrame(
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
