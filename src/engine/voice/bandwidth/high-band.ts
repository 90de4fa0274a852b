import model from '../../../../resources/voices/high-band.json' with { type: 'json' };
import { type BandLevels, highEdgesHz, toFeatures } from './band-levels.ts';

/** Linear model of the high band, trained by `test/bench/voices/train-high-band.ts`. */
export interface HighBandModel {
  /** Mean of each feature in the training data. */
  readonly means: readonly number[];
  /** Weights per band and feature. */
  readonly weights: readonly (readonly number[])[];
  /** Mean level per band, in dB against the reference of a frame. */
  readonly usual: readonly number[];
}

/** Limits of the high bands against the top of the low band, in dB. */
const min = -36;
const max = 8;
/** Maximum deviation of a speaker's high band from the usual, in dB. */
const maxBias = 10;
/** Level below the loudest frames from which a frame is a pause. */
const quietDb = 40;
/** Deviation in dB from which a recording counts as having no high band. */
const absentDb = -20;
/**
 * Number of bands that are measured: recordings often end above, so that higher bands take the bias of the last of
 * these.
 */
const knownBands = 3;

/** Estimates the high-band levels of a frame in dB from its low band; `bias` is added per band. */
export function estimateHighBand(
  frames: readonly BandLevels[],
  index: number,
  bias: readonly number[] | null = null,
  { means, weights, usual }: HighBandModel = model,
): Float64Array {
  const features = toFeatures(frames, index);
  const { reference } = frames[index]!;
  return Float64Array.from(usual, (level, band) => {
    let sum = level + (bias?.[band] ?? 0);
    for (let feature = 0; feature < features.length; feature += 1) {
      sum += weights[band]![feature]! * (features[feature]! - means[feature]!);
    }
    return reference + Math.max(min, Math.min(max, sum));
  });
}

/**
 * Measures a speaker's mean deviation from the estimated high band, in dB per band; zeros where the recording has no
 * high band.
 */
export function measureHighBandBias(frames: readonly BandLevels[]): number[] {
  const levels = frames.map(({ low }) => Math.max(...low));
  const loudest = levels.reduce((top, level) => Math.max(top, level), -Infinity);
  const sums = highEdgesHz.slice(1).map(() => 0);
  let count = 0;
  for (const [index, { high }] of frames.entries()) {
    if (levels[index]! > loudest - quietDb) {
      const expected = estimateHighBand(frames, index);
      count += 1;
      high.forEach((level, band) => {
        sums[band]! += level - expected[band]!;
      });
    }
  }
  const means = sums.map((sum) => (count === 0 ? 0 : sum / count));
  if (means.slice(0, knownBands).some((mean) => mean < absentDb)) {
    return means.map(() => 0);
  }
  return means.map((_, band) => {
    const mean = means[Math.min(band, knownBands - 1)]!;
    return Math.max(-maxBias, Math.min(maxBias, mean));
  });
}
