import model from '../../../../resources/voices/high-band.json' with { type: 'json' };
import { type BandLevels, highEdgesHz, toFeatures } from './band-levels.ts';

/** A linear model of the high band: trained by `test/bench/voices/train-high-band.ts`. */
export interface HighBandModel {
  /** Of features in what it was trained by. */
  readonly means: readonly number[];
  /** Per band, then per feature. */
  readonly weights: readonly (readonly number[])[];
  /** Per band, in dB against the reference of a frame. */
  readonly usual: readonly number[];
}

/** High bands are no more than this below and above the top of the low band, in dB. */
const least = -36;
const most = 8;
/** How far a speaker's high band may be from what is usual, in dB. */
const mostBias = 10;
/** Frames this much below loud ones are pauses. */
const quietDb = 40;
/** A recording without a high band has this much less of it than people have. */
const absentDb = -20;
/** Where recordings often end, bands say nothing of the speaker: those above are taken to be like the last of these. */
const knownBands = 3;

/** Levels in dB of the high bands of a frame, by its low ones; `bias` is added per band. */
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
    return reference + Math.max(least, Math.min(most, sum));
  });
}

/**
 * How much more of each high band a speaker has than is usual for such sounds, in dB, by frames of a recording; zeros where the
 * recording has none.
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
    return Math.max(-mostBias, Math.min(mostBias, mean));
  });
}
