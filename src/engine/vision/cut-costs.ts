import type { ColourSamples } from './gaussian-mixture.ts';

/** Cost of a nat. */
const COST_SCALE = 16;
/** Squared distance of two pixels of which one is outside of the mask. */
const APART = 1e6;
/** Minimum mean of squared distances: the noise of a camera. */
const MIN_MEAN = 20;

/** Returns the cost of a pixel with a probability, at most `maxNats`. */
export function toCutCost(probability: number, maxNats: number): number {
  return Math.min(
    maxNats * COST_SCALE,
    Math.round(-Math.log(Math.max(1e-9, probability)) * COST_SCALE),
  );
}

/**
 * Returns the costs of cuts in a square of `size` pixels a side for `cutGrid`: they fall with the difference of
 * colours, relative to its mean (GrabCut). A cut between equal pixels costs `equal + min`, between the most different
 * ones `min`; diagonals cost less by the square root of 2. With a mask, only pairs inside of it are compared, and
 * others cost `min`.
 */
export function measureEdgeCosts(
  colours: Float32Array,
  options: {
    readonly size: number;
    readonly equal: number;
    readonly min: number;
    readonly mask?: Float32Array | undefined;
  },
): Int32Array {
  const { size, equal, min, mask } = options;
  const count = size * size;
  const steps = [1, size - 1, size, size + 1];
  const distances = new Float32Array(count * 4).fill(mask === undefined ? 0 : APART);
  let sum = 0;
  let pairs = mask === undefined ? count * 4 : 1;
  for (let index = 0; index < count; index += 1) {
    for (let step = 0; step < 4; step += 1) {
      const other = index + steps[step];
      if (other < count && (mask === undefined || (mask[index] > 0 && mask[other] > 0))) {
        const distance =
          (colours[index * 3] - colours[other * 3]) ** 2 +
          (colours[index * 3 + 1] - colours[other * 3 + 1]) ** 2 +
          (colours[index * 3 + 2] - colours[other * 3 + 2]) ** 2;
        distances[index * 4 + step] = distance;
        sum += distance;
        pairs += mask === undefined ? 0 : 1;
      }
    }
  }
  const mean = Math.max(MIN_MEAN, sum / pairs);
  const costs = new Int32Array(distances.length);
  for (let at = 0; at < costs.length; at += 1) {
    const cost = equal * Math.exp(-distances[at] / (2 * mean)) + min;
    costs[at] = Math.round(at % 2 === 0 ? cost : cost / Math.SQRT2);
  }
  return costs;
}

/** Returns the colours of the pixels for which `isMember` holds, from interleaved red, green and blue. */
export function collectColours(
  colours: Float32Array,
  isMember: (index: number) => boolean,
): ColourSamples {
  const members = new Float32Array(colours.length);
  let count = 0;
  for (let from = 0; from < colours.length; from += 3) {
    if (isMember(from / 3)) {
      members[count * 3] = colours[from];
      members[count * 3 + 1] = colours[from + 1];
      members[count * 3 + 2] = colours[from + 2];
      count += 1;
    }
  }
  return { colours: members.subarray(0, count * 3), count };
}
