/**
 * Fits light and tone of skin over a whole face by one smooth surface per colour. Pixels filled at the edge of the
 * visible part continue this surface instead of the last pixels, which are half hair.
 */
import { invertMatrix } from '../../vision/invert-matrix.ts';

/** Step between the sampled pixels and rows. */
const EVERY = 4;
const ROUNDS = 4;
/** Terms: constant, horizontal, vertical, and three of second order. */
const TERMS = 6;
/**
 * Regularization of every term, relative to the weight of a whole texture: strongest for the second order, which
 * diverges outside of the known part.
 */
const HELD = [0, 0.002, 0.002, 0.02, 0.02, 0.02];
/** Logarithmic distance from the surface beyond which a pixel is not skin. */
const FOREIGN = 0.32;
/**
 * Factors of that distance below and above for pixels that others are filled from: dark pixels at an edge are mostly
 * hair.
 */
const DARKER = 1;
const LIGHTER = 2;
/** Distance from the middle beyond which the surface is constant, in halves of a texture. */
const END = 0.8;

/** Smooth surface through each of some planes, and the nearness of pixels to all of them. */
export interface SkinTrend {
  /** In the unit of the planes; above 0. */
  readonly surfaces: readonly Float32Array<ArrayBuffer>[];
  /** Nearness of every pixel to the surfaces, 0..1: the product over all planes. */
  readonly likeness: Float32Array<ArrayBuffer>;
}

/** Fits smooth surfaces to square planes of light with weights (0..1); outliers in any plane are ignored. */
export function fitSkinTrend(
  planes: readonly Float32Array[],
  weights: Float32Array,
  size: number,
): SkinTrend {
  const samples = takeSamples(planes, weights, size);
  let terms = planes.map(() => new Float64Array(TERMS));
  for (let round = 0; round < ROUNDS; round += 1) {
    terms = solve(samples, round === 0 ? null : terms);
  }
  const place = new Float64Array(TERMS);
  const likeness = new Float32Array(weights.length).fill(1);
  const surfaces = planes.map(() => new Float32Array(weights.length));
  for (let index = 0; index < weights.length; index += 1) {
    setPlace(place, index, size);
    for (const [channel, plane] of planes.entries()) {
      const surface = Math.exp(heightAt(terms[channel], place));
      surfaces[channel][index] = surface;
      const off = Math.log(toLight(plane[index]) / surface);
      likeness[index] *= belonging(off / (off < 0 ? DARKER : LIGHTER));
    }
  }
  return { surfaces, likeness };
}

interface Sample {
  readonly place: Float64Array;
  readonly weight: number;
  /** Logarithms of the light in every plane. */
  readonly heights: readonly number[];
}

function takeSamples(
  planes: readonly Float32Array[],
  weights: Float32Array,
  size: number,
): readonly Sample[] {
  const samples: Sample[] = [];
  for (let y = 0; y < size; y += EVERY) {
    for (let x = 0; x < size; x += EVERY) {
      const index = y * size + x;
      if (weights[index] > 0) {
        const place = new Float64Array(TERMS);
        setPlace(place, index, size);
        const heights = planes.map((plane) => Math.log(toLight(plane[index])));
        samples.push({ place, weight: weights[index] * (EVERY / size) ** 2, heights });
      }
    }
  }
  return samples;
}

/**
 * Solves the least squares, weighted by the nearness of samples to the previous surfaces. The first round has none, as
 * objects on the skin are not known yet.
 */
function solve(
  samples: readonly Sample[],
  before: readonly Float64Array[] | null,
): Float64Array<ArrayBuffer>[] {
  const matrix = HELD.map((held, at) => {
    const row = new Float64Array(TERMS);
    row[at] = held + 1e-9;
    return row;
  });
  const rights = samples[0]?.heights.map(() => new Float64Array(TERMS)) ?? [];
  for (const { place, weight, heights } of samples) {
    const used =
      weight *
      (before ?? []).reduce(
        (product, terms, channel) => product * belonging(heights[channel] - heightAt(terms, place)),
        1,
      );
    for (let at = 0; at < TERMS; at += 1) {
      const part = used * place[at];
      for (let other = 0; other < TERMS; other += 1) {
        matrix[at][other] += part * place[other];
      }
      rights.forEach((right, channel) => {
        right[at] += part * heights[channel];
      });
    }
  }
  const inverse = invertMatrix(matrix);
  return rights.map((right) => Float64Array.from(inverse, (row) => heightAt(row, right)));
}

function setPlace(place: Float64Array, index: number, size: number): void {
  const across = (2 * (index % size)) / size - 1;
  const down = (2 * Math.floor(index / size)) / size - 1;
  const nearer = Math.min(1, END / Math.max(1e-6, Math.hypot(across, down)));
  const x = across * nearer;
  const y = down * nearer;
  place[0] = 1;
  place[1] = x;
  place[2] = y;
  place[3] = x * x;
  place[4] = x * y;
  place[5] = y * y;
}

function heightAt(terms: Float64Array, place: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < TERMS; at += 1) {
    sum += terms[at] * place[at];
  }
  return sum;
}

/** Avoids the logarithm of black. */
function toLight(value: number): number {
  return Math.max(1, value);
}

/** Returns Tukey's weight of a distance, 0..1. */
function belonging(off: number): number {
  const square = (off / FOREIGN) ** 2;
  return square < 1 ? (1 - square) ** 2 : 0;
}
