/** Density of colours in a part of an image: a mixture of a few normal distributions of red, green and blue. */
export interface GaussianMixture {
  /** Returns the density at a colour of 0..255, per cubic step; never 0. */
  densityOf(red: number, green: number, blue: number): number;
}

/** Samples to fit: interleaved red, green and blue of 0..255. */
export interface ColourSamples {
  readonly colours: Float32Array;
  readonly count: number;
}

const PARTS = 5;
const ROUNDS = 8;
/** Minimum number of samples per component, on average. */
const MIN_SAMPLES_PER_PART = 8;
/** Variance added for noise and coding. */
const BASE_VARIANCE = 30;
/** Density that every colour has at least, seen or not. */
const UNSEEN_DENSITY = 0.01 / 256 ** 3;
/** Values per component: mean, lower triangle of the inverse covariance, and factor. */
const FIELDS = 10;

/** Fits a mixture, deterministically. Without samples all colours have the same density. */
export function fitGaussianMixture({ colours, count }: ColourSamples): GaussianMixture {
  const partCount = Math.max(1, Math.min(PARTS, Math.floor(count / MIN_SAMPLES_PER_PART)));
  const parts = new Float64Array(partCount * FIELDS);
  if (count > 0) {
    const members = divide(colours, count, partCount);
    for (let part = 0; part < partCount; part += 1) {
      describePart(parts, part, { colours, count, members });
    }
  }
  return {
    densityOf(red, green, blue) {
      let density = UNSEEN_DENSITY;
      for (let at = 0; at < parts.length; at += FIELDS) {
        const r = red - parts[at];
        const g = green - parts[at + 1];
        const b = blue - parts[at + 2];
        const distance =
          r * (parts[at + 3] * r + parts[at + 4] * g + parts[at + 5] * b) +
          g * (parts[at + 6] * g + parts[at + 7] * b) +
          b * parts[at + 8] * b;
        if (distance < 60) {
          density += parts[at + 9] * Math.exp(-0.5 * distance);
        }
      }
      return density;
    },
  };
}

/** Maximum number of colours that a distribution is fitted to. */
const MAX_SAMPLES = 3000;

/** Selects evenly spaced samples of many colours. */
export function thinOutColours({ colours, count }: ColourSamples): ColourSamples {
  const kept = Math.min(count, MAX_SAMPLES);
  const thinned = new Float32Array(kept * 3);
  for (let index = 0; index < kept; index += 1) {
    const from = Math.trunc((index * count) / kept) * 3;
    thinned.set(colours.subarray(from, from + 3), index * 3);
  }
  return { colours: thinned, count: kept };
}

/** Clusters by Lloyd's algorithm, initialized with equal weights in the order of brightness. */
function divide(colours: Float32Array, count: number, partCount: number): Uint8Array {
  const brightness = Float32Array.from(
    { length: count },
    (_, index) => colours[index * 3] + 2 * colours[index * 3 + 1] + colours[index * 3 + 2],
  );
  const sorted = brightness.toSorted();
  const members = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    let part = 0;
    while (
      part + 1 < partCount &&
      brightness[index] >= sorted[Math.floor(((part + 1) * count) / partCount)]
    ) {
      part += 1;
    }
    members[index] = part;
  }
  const means = new Float64Array(partCount * 4);
  for (let round = 0; round < ROUNDS; round += 1) {
    setMeans(means, { colours, count, members });
    for (let index = 0; index < count; index += 1) {
      members[index] = nearestMean(means, colours, index * 3);
    }
  }
  return members;
}

interface DividedSamples extends ColourSamples {
  readonly members: Uint8Array;
}

function setMeans(means: Float64Array, { colours, count, members }: DividedSamples): void {
  means.fill(0);
  for (let index = 0; index < count; index += 1) {
    const at = members[index] * 4;
    means[at] += colours[index * 3];
    means[at + 1] += colours[index * 3 + 1];
    means[at + 2] += colours[index * 3 + 2];
    means[at + 3] += 1;
  }
  for (let at = 0; at < means.length; at += 4) {
    const total = means[at + 3];
    for (let channel = 0; channel < 3; channel += 1) {
      // A component that lost all samples is moved out of reach.
      means[at + channel] = total > 0 ? means[at + channel] / total : -1e4;
    }
  }
}

function nearestMean(means: Float64Array, colours: Float32Array, at: number): number {
  let nearest = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let mean = 0; mean < means.length; mean += 4) {
    const distance =
      (colours[at] - means[mean]) ** 2 +
      (colours[at + 1] - means[mean + 1]) ** 2 +
      (colours[at + 2] - means[mean + 2]) ** 2;
    if (distance < min) {
      min = distance;
      nearest = mean >> 2;
    }
  }
  return nearest;
}

/** Writes mean, inverse covariance (diagonal once, the rest twice) and factor of a component. */
function describePart(
  parts: Float64Array,
  part: number,
  { colours, count, members }: DividedSamples,
): void {
  const sums = new Float64Array(9);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (members[index] === part) {
      const r = colours[index * 3];
      const g = colours[index * 3 + 1];
      const b = colours[index * 3 + 2];
      sums[0] += r;
      sums[1] += g;
      sums[2] += b;
      sums[3] += r * r;
      sums[4] += r * g;
      sums[5] += r * b;
      sums[6] += g * g;
      sums[7] += g * b;
      sums[8] += b * b;
      total += 1;
    }
  }
  if (total === 0) {
    return;
  }
  const [r, g, b] = [sums[0] / total, sums[1] / total, sums[2] / total];
  const rr = sums[3] / total - r * r + BASE_VARIANCE;
  const rg = sums[4] / total - r * g;
  const rb = sums[5] / total - r * b;
  const gg = sums[6] / total - g * g + BASE_VARIANCE;
  const gb = sums[7] / total - g * b;
  const bb = sums[8] / total - b * b + BASE_VARIANCE;
  const determinant =
    rr * (gg * bb - gb * gb) - rg * (rg * bb - gb * rb) + rb * (rg * gb - gg * rb);
  const scale = 1 / determinant;
  parts.set(
    [
      r,
      g,
      b,
      (gg * bb - gb * gb) * scale,
      2 * (rb * gb - rg * bb) * scale,
      2 * (rg * gb - rb * gg) * scale,
      (rr * bb - rb * rb) * scale,
      2 * (rb * rg - rr * gb) * scale,
      (rr * gg - rg * rg) * scale,
      total / count / Math.sqrt((2 * Math.PI) ** 3 * determinant),
    ],
    part * FIELDS,
  );
}
