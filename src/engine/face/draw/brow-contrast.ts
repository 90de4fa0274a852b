/**
 * Matches the contrast of brows with the surrounding skin. Brows of a dark face are hardly darker than its skin and
 * would look pale on a fair face, so they are darkened towards the contrast of the target. Brows with enough contrast
 * stay unchanged.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, RIGHT_BROW } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import type { SkinColours } from './skin-field.ts';

/** Contrast with skin (fraction of its light) from which brows are not pale, and the maximum gain of pale brows. */
const NOT_PALE = 0.19;
const MAX = 1.4;
/** Minimum of a measured contrast: smaller ones are noise. */
const MIN_CONTRAST = 0.03;
/** Distances from the brows in the texture over which the gain fades out, before the lids. */
const NEAR = [0.005, 0.03] as const;
const BROWS = [...LEFT_BROW, ...RIGHT_BROW];

/** Weight of the brows at every point, 0..1. */
export const browsOf = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, BROWS, NEAR),
);

/**
 * Returns how much darker brows are than skin, as a fraction of its light, at least {@link MIN_CONTRAST}. `luma` is the
 * luma per point, `skin` that of the skin there; `bare` is the certainty that a point is not occluded, 0..1.
 */
export function measureBrows(
  luma: SkinColours['y'],
  skin: SkinColours['y'],
  { black, bare }: { readonly black: number; readonly bare: Float32Array | null },
): number {
  let darker = 0;
  let seen = 0;
  for (const point of BROWS) {
    const weight = bare === null ? 1 : bare[point];
    darker += (weight * (skin[point] - luma[point])) / Math.max(1, skin[point] - black);
    seen += weight;
  }
  return Math.max(MIN_CONTRAST, darker / Math.max(1, seen));
}

/** Returns the gain of the source's brow contrast on a target, 1 or more. */
export function matchBrows(target: number, source: number): number {
  return clamp(Math.min(target, NOT_PALE) / source, 1, MAX);
}
