import { clamp, smoothstep } from '../../vision/math.ts';
import { type HeadView, invert, VIEW_SIZE } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { writeOklab } from '../colour/oklab.ts';
import { MIN_WEIGHT, type Raster } from '../raster/raster.ts';
import { dyeColour, type HairDye } from './dye-colour.ts';
import type { StrandMatte } from './strand-matte.ts';

/** Difference of hair and ground (0..255) at which the estimate of their mixture has half of its confidence. */
const DISTINCT = 45;
/** Standard deviation of the distance between a colour and the mixture of both, in the estimate's confidence. */
const MISFIT = 28;

/**
 * Dyes the hair of one head in `raster`, an image of the size of `original`, in which the alpha of each strand is
 * measured; `amount` is 0..1.
 */
export function dyeHair(
  { width, height, pixels }: Raster,
  {
    original,
    toImage,
    matte,
    dye,
    eyes,
    amount,
  }: {
    readonly original: RgbaImage;
    readonly toImage: HeadView['toImage'];
    readonly matte: StrandMatte;
    readonly dye: HairDye;
    /** Mask of eyes, which no hair covers; one value per pixel of the image. */
    readonly eyes: Float32Array;
    readonly amount: number;
  },
): void {
  const { a, b, shiftX, shiftY } = invert(toImage);
  const lab = new Float64Array(3);
  const before = new Float64Array(3);
  const after = new Float64Array(3);
  const sampled = new Float64Array(SAMPLES);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      const u = a * (column + 0.5) - b * (row + 0.5) + shiftX - 0.5;
      const v = b * (column + 0.5) + a * (row + 0.5) + shiftY - 0.5;
      if (u < 0 || v < 0 || u >= LAST || v >= LAST || !sampleMatte(sampled, matte, u, v)) {
        continue;
      }
      const alpha = solveAlpha(sampled, original.pixels, at) * (1 - eyes[at / 4]);
      if (alpha < MIN_WEIGHT) {
        continue;
      }
      // The colour of the strand, without what shines through.
      const known = smoothstep(0.1, 0.7, alpha);
      for (let channel = 0; channel < 3; channel += 1) {
        const front = sampled[FRONT + channel];
        const strand = (pixels[at + channel] - (1 - alpha) * sampled[BEHIND + channel]) / alpha;
        before[channel] = clamp(front + (strand - front) * known, 0, 255);
      }
      writeOklab(lab, before, 0);
      dyeColour(after, lab, dye);
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[at + channel] += (after[channel] - before[channel]) * alpha * amount;
      }
    }
  }
}

/** Places of samples of a matte: prior, reach, edge, hair and what is behind it. */
const REACH = 1;
const EDGE = 2;
const FRONT = 3;
const BEHIND = 6;
const SAMPLES = 9;
/** First place of a view without a neighbour. */
const LAST = VIEW_SIZE - 1.001;

/** Returns the alpha of hair in a pixel, 0..1. */
function solveAlpha(sampled: Float64Array, pixels: RgbaImage['pixels'], at: number): number {
  const prior = sampled[0];
  if (sampled[EDGE] === 0) {
    return prior;
  }
  let [along, length] = [0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const behind = sampled[BEHIND + channel];
    const step = sampled[FRONT + channel] - behind;
    along += (pixels[at + channel] - behind) * step;
    length += step * step;
  }
  const opacity = clamp(along / (length + 1), 0, 1);
  let misfit = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const behind = sampled[BEHIND + channel];
    const step = sampled[FRONT + channel] - behind;
    misfit += (pixels[at + channel] - behind - opacity * step) ** 2;
  }
  const believed = (length / (length + DISTINCT ** 2)) * Math.exp(-misfit / (2 * MISFIT ** 2));
  const mixed = smoothstep(0.05, 0.95, opacity) * sampled[REACH];
  return prior + (mixed - prior) * believed * sampled[EDGE];
}

/** Samples a matte between four pixels; returns false where none of them is near hair. */
// oxlint-disable-next-line eslint/max-params -- an object for each pixel would take longer than the sample
function sampleMatte(to: Float64Array, matte: StrandMatte, u: number, v: number): boolean {
  const { prior, reach, isEdge, front, behind } = matte;
  const at = Math.trunc(v) * VIEW_SIZE + Math.trunc(u);
  const below = at + VIEW_SIZE;
  if (reach[at] + reach[at + 1] + reach[below] + reach[below + 1] === 0) {
    return false;
  }
  const across = u - Math.trunc(u);
  const down = v - Math.trunc(v);
  const upperLeft = (1 - across) * (1 - down);
  const upperRight = across * (1 - down);
  const lowerLeft = (1 - across) * down;
  const lowerRight = across * down;
  const read = (plane: Float32Array, corner: number, next: number, under: number): number =>
    plane[corner] * upperLeft +
    plane[corner + next] * upperRight +
    plane[under] * lowerLeft +
    plane[under + next] * lowerRight;
  to[0] = read(prior, at, 1, below);
  to[REACH] = read(reach, at, 1, below);
  to[EDGE] = read(isEdge, at, 1, below);
  for (let channel = 0; channel < 3; channel += 1) {
    to[FRONT + channel] = read(front, at * 3 + channel, 3, below * 3 + channel);
    to[BEHIND + channel] = read(behind, at * 3 + channel, 3, below * 3 + channel);
  }
  return true;
}
