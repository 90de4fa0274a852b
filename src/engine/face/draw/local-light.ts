/**
 * Takes away light of a photo at places that are smaller than its smooth skin, such as a cheek, a chin or the bridge of a
 * nose, as far as the same places of the target are not lit as brightly. Averages over nearby skin without features are
 * compared, so wrinkles, pores and beards stay. Shade stays as well: it carries the form of sockets and nose, by which a
 * face is recognized.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createPointMixture } from '../../pixels/mix-points.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { REFINED_LEFT_EYE, REFINED_LIPS, REFINED_RIGHT_EYE } from '../../track/refined-points.ts';
import { clamp } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { squareInTexture } from '../shape/texture-distance.ts';
import { NOSTRILS } from './skin-field.ts';

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

/** Radius (standard deviation) of the averages, and the distance beyond which points are ignored, in texture units. */
const REACH = 0.04;
const FARTHEST = 0.13;
/** Weight of smooth skin beside the averages: a few points between beard and glasses are no light. */
const UNSEEN = 0.15;
/** Maximum difference from the smooth skin, as a fraction of it: more is hair or a thing. */
const MAX = 0.3;
/** Fraction of the additional light that is taken away. */
const TAKEN = 0.6;

/** Points of skin: sampling beside the others mixes features or background into it. */
const isSkin = new Uint8Array(MESH_POINT_COUNT).fill(1);
const eyes = [LEFT_EYE, RIGHT_EYE, REFINED_LEFT_EYE, REFINED_RIGHT_EYE];
const others = [FACE_OVAL, LEFT_BROW, RIGHT_BROW, LIPS_OUTER, REFINED_LIPS, NOSTRILS, ...eyes];
for (const point of others.flatMap((list) => [...list])) {
  isSkin[point] = 0;
}

/** Averages skin around every point, with Gaussian weights. It has no state between calls, so matches share it. */
const mixtureOf = memoisePerFace(({ texture }) => {
  const ends = new Uint32Array(MESH_POINT_COUNT);
  const points: number[] = [];
  const fractions: number[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    for (let other = 0; other < MESH_POINT_COUNT; other += 1) {
      const square = squareInTexture(texture, point, other);
      if (isSkin[other] === 1 && square < FARTHEST ** 2) {
        points.push(other);
        fractions.push(Math.exp((-0.5 * square) / REACH ** 2));
      }
    }
    ends[point] = points.length;
  }
  return createPointMixture(MESH_POINT_COUNT, {
    ends,
    points: Uint16Array.from(points),
    fractions: Float32Array.from(fractions),
  });
});

/** Creates a match with its own working memory; `held` (0..1) is the weight of points that are matched otherwise. */
export function createLocalLight(face: CanonicalFace, held: Float32Array): LocalLight {
  const mixture = mixtureOf(face);
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
