import model from '../../../../resources/voices/changer-classes.json' with { type: 'json' };
import { BAND_COUNT } from './bands.ts';

/** Number of cosine coefficients of a spectrum. */
export const SPECTRAL_SHAPE_SIZE = 12;

/**
 * Classes of voiced sounds, by the shape of their spectrum against the speaker's mean: open and close vowels, nasals
 * and others, learnt from speech of several voices.
 */
export const soundClasses = {
  count: model.classes.length,
  /** Mean spectrum of speech in general, in dB per band. */
  voiced: Float64Array.from(model.voiced),
  unvoiced: Float64Array.from(model.unvoiced),
  /** Difference of each class from all voiced sounds, in dB per band. */
  offsets: model.classes.map(({ offset }) => Float64Array.from(offset)),
} as const;

const centres = model.classes.map(({ centre }) => Float64Array.from(centre));
/** Logarithmic prior of each class. */
const priors = Float64Array.from(model.classes.map(({ share }) => Math.log(share)));
const precisions = Float64Array.from(model.spread, (spread) => 1 / (spread * spread));

const cosines = Float64Array.from({ length: SPECTRAL_SHAPE_SIZE * BAND_COUNT }, (_, index) => {
  const order = Math.floor(index / BAND_COUNT) + 1;
  const band = index % BAND_COUNT;
  return Math.sqrt(2 / BAND_COUNT) * Math.cos((Math.PI * order * (band + 0.5)) / BAND_COUNT);
});

/** Computes the first cosine coefficients of a spectrum's difference from a mean. */
export function measureShape(levels: Float64Array, mean: Float64Array, shape: Float64Array): void {
  for (let order = 0; order < SPECTRAL_SHAPE_SIZE; order += 1) {
    let sum = 0;
    for (let band = 0; band < BAND_COUNT; band += 1) {
      sum += cosines[order * BAND_COUNT + band]! * (levels[band]! - mean[band]!);
    }
    shape[order] = sum;
  }
}

/** Computes the posterior of each class; the weights sum to 1. */
export function classify(shape: Float64Array, weights: Float64Array): void {
  let max = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < centres.length; index += 1) {
    const centre = centres[index]!;
    let log = priors[index]!;
    for (let order = 0; order < SPECTRAL_SHAPE_SIZE; order += 1) {
      const distance = shape[order]! - centre[order]!;
      log -= 0.5 * distance * distance * precisions[order]!;
    }
    weights[index] = log;
    max = Math.max(max, log);
  }
  let sum = 0;
  for (let index = 0; index < centres.length; index += 1) {
    weights[index] = Math.exp(weights[index]! - max);
    sum += weights[index]!;
  }
  for (let index = 0; index < centres.length; index += 1) {
    weights[index] = weights[index]! / sum;
  }
}
