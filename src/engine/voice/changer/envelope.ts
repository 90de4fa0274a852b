import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { BAND_COUNT, measureBands, SPECTRUM_LENGTH } from './bands.ts';

const windowLength = 512;
const hop = 160;
/** Power below which a frame is a pause, as a fraction of that of loud frames. */
const quietFraction = 0.01;
/** Maximum depth of a band below the loudest, in dB. */
const deepest = 45;

const window = createHannWindow(windowLength);

/**
 * Measures the long-term average spectrum of speech: dB per band with a mean of 0. Quiet and loud frames have equal
 * weight.
 */
export function measureEnvelope(samples: Float32Array): number[] {
  const fourier = new Fourier(SPECTRUM_LENGTH);
  const signal = new Float64Array(SPECTRUM_LENGTH);
  const real = new Float64Array(fourier.bins);
  const imaginary = new Float64Array(fourier.bins);
  const frames: { readonly power: number; readonly bands: Float64Array }[] = [];
  for (let start = 0; start + windowLength <= samples.length; start += hop) {
    for (let index = 0; index < windowLength; index += 1) {
      signal[index] = window[index]! * samples[start + index]!;
    }
    fourier.forward(signal, real, imaginary);
    const bands = new Float64Array(BAND_COUNT);
    measureBands(real, imaginary, bands);
    let power = 0;
    for (let bin = 0; bin < real.length; bin += 1) {
      power += real[bin]! ** 2 + imaginary[bin]! ** 2;
    }
    frames.push({ power, bands });
  }
  const sorted = frames.map(({ power }) => power).toSorted((one, two) => one - two);
  const loud = sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0;
  const mean = new Float64Array(BAND_COUNT).fill(1e-15);
  for (const { power, bands } of frames) {
    if (power > 0 && power >= loud * quietFraction) {
      for (let band = 0; band < BAND_COUNT; band += 1) {
        mean[band] = mean[band]! + bands[band]! / power;
      }
    }
  }
  const levels = [...mean].map((power) => 10 * Math.log10(power));
  const top = Math.max(...levels);
  const limited = levels.map((level) => Math.max(level, top - deepest));
  const middle = limited.reduce((sum, level) => sum + level, 0) / BAND_COUNT;
  return limited.map((level) => level - middle);
}

/** Returns the RMS distance of two envelopes, in dB. */
export function compareEnvelopes(one: readonly number[], two: readonly number[]): number {
  const squares = one.map((level, band) => (level - two[band]!) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
