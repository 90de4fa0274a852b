/**
 * Takes away light of a photo at places that are smaller than its smooth skin, such as a cheek, a chin or the bridge of a
 * nose, as far as the same places of the target are not lit as brightly. Averages over nearby skin without features are
 * compared, so wrinkles, pores and beards stay. Shade stays as well: it carries the form of sockets and nose, by which a
 * face is recognized.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import { nearbySkinOf } from './nearby-skin.ts';

/** Luma of a face per mesh point. */
export interface LitFace {
  /** Unsmoothed, and that of the smooth skin. */
  readonly shown: Float32Array;
  readonly skin: Float32Array;
  /** Similarity to the skin around a point, 0..1. */
  readonly likeness: Float32Array;
}

/** Takes away the light of one source. */
export interface LocalLight {
  /** Sets the source. */
  setSource(face: LitFace): void;
  /** Lowers `wanted`, the luma of the smooth skin as it will be drawn with contrasts of `gain`. */
  match(face: LitFace, gain: Float32Array, wanted: Float32Array): void;
}

/** Weight of smooth skin beside the averages: a few points between beard and glasses are no light. */
const UNSEEN = 0.15;
/** Maximum difference from the smooth skin, as a fraction of it: more is hair or a thing. */
const MAX = 0.3;
/** Fraction of the additional light that is taken away. */
const TAKEN = 0.6;

/** Creates a match with its own working memory; `held` (0..1) is the weight of points that are matched otherwise. */
export function createLocalLight(face: CanonicalFace, held: Float32Array): LocalLight {
  const mixture = nearbySkinOf(face);
  const own = new Float32Array(MESH_POINT_COUNT);
  const other = new Float32Array(MESH_POINT_COUNT);
  const measure = ({ shown, skin, likeness }: LitFace, result: Float32Array): void => {
    const { values, mixed } = mixture;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const most = MAX * skin[point];
      values[point * 4] = likeness[point] * clamp(shown[point] - skin[point], -most, most);
      values[point * 4 + 1] = likeness[point];
    }
    mixture.mix();
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      result[point] = mixed[point * 4] / (mixed[point * 4 + 1] + UNSEEN);
    }
  };
  return {
    setSource(source) {
      measure(source, own);
    },
    match(target, gain, wanted) {
      measure(target, other);
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        const more = gain[point] * Math.max(0, own[point]) - Math.max(0, other[point]);
        wanted[point] -= TAKEN * (1 - held[point]) * Math.max(0, more);
      }
    },
  };
}
