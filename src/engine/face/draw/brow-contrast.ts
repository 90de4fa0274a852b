/**
 * How dark brows are beside the skin around them. Brows of a dark face are hardly darker than its skin and would be pale on a fair one, as hair
 * does not get lighter with skin: they are darkened as far as those of the target are. Brows that are dark by themselves stay as they are.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, RIGHT_BROW } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import { oncePerFace } from '../shape/once-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import type { SkinColours } from './skin-field.ts';

/** Brows that are this much darker than skin (as a fraction of its light) are not pale, and how much darker pale ones get at most. */
const NOT_PALE = 0.19;
const MOST = 1.4;
/** Contrasts below this are noise. */
const LEAST_CONTRAST = 0.03;
/** Distances from the brows in the texture over which that ends: lids keep theirs. */
const NEAR = [0.005, 0.03] as const;
const BROWS = [...LEFT_BROW, ...RIGHT_BROW];

/** How much every point is one of the brows, 0..1. */
export const browsOf = oncePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, BROWS, NEAR),
);

/**
 * How much darker brows are than skin, as a fraction of its light. `luma` is that of every point, `skin` that of skin there, and `bare` tells
 * how surely nothing hangs before it, 0..1.
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
  return Math.max(LEAST_CONTRAST, darker / Math.max(1, seen));
}

/** What the contrast of brows of a photo is multiplied by on those of a target: 1 or more. */
export function matchBrows(target: number, source: number): number {
  return clamp(Math.min(target, NOT_PALE) / source, 1, MOST);
}
