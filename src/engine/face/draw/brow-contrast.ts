/**
 * Matches the contrast of brows with the surrounding skin. Brows of a dark face are hardly darker than its skin and
 * would look pale on a fair face, so they are darkened towards the contrast of the target. Brows with enough contrast
 * stay unchanged. Light from aside bleaches one brow of a photo and blackens the other; both are brought nearer.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, MESH_POINT_COUNT, RIGHT_BROW } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import { measureNearness } from '../shape/texture-distance.ts';

/** Contrast with skin (fraction of its light) from which brows are not pale, and the maximum gain of pale brows. */
const NOT_PALE = 0.19;
const MAX = 1.4;
/** Minimum of a measured contrast: smaller ones are noise. */
const MIN_CONTRAST = 0.03;
/** Distances from the brows in the texture over which the gain fades out, before the lids. */
const NEAR = [0.005, 0.03] as const;
/** Ratio of the contrasts of both brows that is usual, and the maximum change of each beyond it. */
const USUAL_RATIO = 1.2;
const MAX_EVENED = 1.25;
const SIDES = [LEFT_BROW, RIGHT_BROW];
const BROWS = SIDES.flat();

/** Luma per point, that of the skin there, and that of black. */
interface BrowLuma {
  readonly luma: Float32Array;
  readonly skin: Float32Array;
  readonly black: number;
  /** Certainty that a point is not occluded, 0..1; without it all of them are seen. */
  readonly bare?: Float32Array;
}

/** Matches the brows of one source. */
export interface BrowMatch {
  /** Measures the brows of the source. */
  setSource(source: BrowLuma): void;
  /** Returns the gain of contrast at every point for the brows of a target, until the next call. */
  match(target: BrowLuma): Readonly<Float32Array>;
}

/** Creates a match; its source must be set first. */
export function createBrowMatch({ texture }: Pick<CanonicalFace, 'texture'>): BrowMatch {
  const nearness = SIDES.map((side) => measureNearness(texture, side, NEAR));
  const gains = new Float32Array(MESH_POINT_COUNT);
  let contrast = 1;
  let evened: readonly number[] = [1, 1];
  return {
    setSource(source) {
      contrast = measureBrows(source, BROWS);
      evened = evenBrows(SIDES.map((side) => measureBrows(source, side)));
    },
    match(target) {
      const all = matchBrows(measureBrows(target, BROWS), contrast);
      gains.fill(1);
      for (const [side, near] of nearness.entries()) {
        for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
          gains[point] += (all * evened[side] - 1) * near[point];
        }
      }
      return gains;
    },
  };
}

/** Returns how much darker brows are than skin, as a fraction of its light, at least {@link MIN_CONTRAST}. */
function measureBrows({ luma, skin, black, bare }: BrowLuma, points: readonly number[]): number {
  let darker = 0;
  let seen = 0;
  for (const point of points) {
    const weight = bare?.[point] ?? 1;
    darker += (weight * (skin[point] - luma[point])) / Math.max(1, skin[point] - black);
    seen += weight;
  }
  return Math.max(MIN_CONTRAST, darker / Math.max(1, seen));
}

/** Returns the gain of the source's brow contrast on a target, 1 or more. */
function matchBrows(target: number, source: number): number {
  return clamp(Math.min(target, NOT_PALE) / source, 1, MAX);
}

/** Returns the gain of each brow that brings both contrasts nearer, with the same mean. */
function evenBrows([left, right]: readonly number[]): readonly number[] {
  const ratio = left / right;
  const usual = clamp(ratio, 1 / USUAL_RATIO, USUAL_RATIO);
  const more = clamp(Math.sqrt(ratio / usual), 1 / MAX_EVENED, MAX_EVENED);
  return [1 / more, more];
}
