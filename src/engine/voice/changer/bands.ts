import { fromMel, toMel } from '../convert/mel.ts';
import { VOICE_RATE_HZ } from './voice-target.ts';

/** Number of mel bands of a spectrum. */
export const BAND_COUNT = 40;

/** FFT length of the spectra. */
export const SPECTRUM_LENGTH = 1024;

const lowestHz = 80;
const highestHz = 7600;
/** Added to every power so that silence has a finite level: far below one step of 16 bits. */
const floor = 1e-12;

/** Edges and centres of the bands in Hz, evenly spaced on the mel scale. */
const edgesHz = Float64Array.from({ length: BAND_COUNT + 2 }, (_, index) => {
  const fraction = index / (BAND_COUNT + 1);
  return fromMel(toMel(lowestHz) + (toMel(highestHz) - toMel(lowestHz)) * fraction);
});

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

const filters = Array.from({ length: BAND_COUNT }, (_, band) => toFilter(band));

/** Width of each band in bins. */
export const bandWidths = Float64Array.from({ length: BAND_COUNT }, (_, band) => {
  return ((edgesHz[band + 2]! - edgesHz[band]!) / 2 / VOICE_RATE_HZ) * SPECTRUM_LENGTH;
});

/** Measures the mean power of a spectrum per band. */
export function measureBands(
  real: Float64Array,
  imaginary: Float64Array,
  powers: Float64Array,
): void {
  for (let band = 0; band < BAND_COUNT; band += 1) {
    const { first, weights } = filters[band]!;
    let sum = floor;
    for (let index = 0; index < weights.length; index += 1) {
      const a = real[first + index]!;
      const b = imaginary[first + index]!;
      sum += weights[index]! * (a * a + b * b);
    }
    powers[band] = sum;
  }
}

/** Returns the energy of a spectrum, up to a factor. */
export function measureEnergy(real: Float64Array, imaginary: Float64Array): number {
  let energy = 0;
  for (let bin = 0; bin < real.length; bin += 1) {
    energy += real[bin]! * real[bin]! + imaginary[bin]! * imaginary[bin]!;
  }
  return energy;
}

/** Converts powers to levels in dB with a mean of 0, in place; returns the mean. */
export function toLevels(powers: Float64Array): number {
  let mean = 0;
  for (let band = 0; band < powers.length; band += 1) {
    powers[band] = 10 * Math.log10(powers[band]!);
    mean += powers[band]! / powers.length;
  }
  for (let band = 0; band < powers.length; band += 1) {
    powers[band] = powers[band]! - mean;
  }
  return mean;
}

/** Fractional band index of each bin: 2.5 is half way from the third to the fourth band; clamped at the ends. */
export const bandOfBin = Float64Array.from({ length: SPECTRUM_LENGTH / 2 + 1 }, (_, bin) => {
  const mel = toMel((bin * VOICE_RATE_HZ) / SPECTRUM_LENGTH);
  const step = (toMel(highestHz) - toMel(lowestHz)) / (BAND_COUNT + 1);
  return Math.max(0, Math.min(BAND_COUNT - 1, (mel - toMel(lowestHz)) / step - 1));
});

/** Creates a triangular filter whose weights sum to 1. */
function toFilter(band: number): Filter {
  const toBin = SPECTRUM_LENGTH / VOICE_RATE_HZ;
  const [low, middle, high] = [edgesHz[band]!, edgesHz[band + 1]!, edgesHz[band + 2]!];
  const first = Math.ceil(low * toBin);
  const last = Math.floor(high * toBin);
  const weights = Float64Array.from({ length: last - first + 1 }, (_, index) => {
    const hz = (first + index) / toBin;
    return Math.max(
      1e-3,
      hz < middle ? (hz - low) / (middle - low) : (high - hz) / (high - middle),
    );
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
}
