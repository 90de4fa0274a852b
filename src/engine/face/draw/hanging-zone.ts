/** Where things may hang over a face from its outline: not over features, and less far at the jaw and the chin. */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
  NOSE_BASE,
} from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureDistances, measureNearness } from '../shape/texture-distance.ts';

/** Points of the outline at the chin: dark pixels there are a beard or shade. */
const CHIN = [172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397];
/**
 * Distances from the outline up to which things hang over the beard area, as fractions of the texture, like all the
 * following: dark pixels further inside are a shaded jaw.
 */
const LOW_RIM = [0.04, 0.11] as const;
/** Distances from features over which things begin to be in front. */
const FROM_BROWS = [0.035, 0.08] as const;
const FROM_EYES = [0.06, 0.11] as const;
const FROM_CHIN = [0.02, 0.1] as const;
const FROM_LIPS = [0.05, 0.12] as const;

/** Returns the weight of every point, 0..1, by its distance from the outline: 1 up to the first, 0 from the second on. */
export function weighRim(
  face: CanonicalFace,
  distances: readonly [near: number, far: number],
): Float32Array<ArrayBuffer> {
  const beard = beardOf(face);
  const low = measureNearness(face.texture, FACE_OVAL, LOW_RIM);
  return measureNearness(face.texture, FACE_OVAL, distances).map(
    (rim, point) => rim + (low[point] - rim) * beard[point],
  );
}

/** Weights of the points that are far enough from features and chin, 0..1. */
export const besideFeaturesOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const fromBrows = measureDistances(texture, [...LEFT_BROW, ...RIGHT_BROW]);
  const fromEyes = measureDistances(texture, [...LEFT_EYE, ...RIGHT_EYE]);
  const fromChin = measureDistances(texture, CHIN);
  const fromLips = measureDistances(texture, [...LIPS_OUTER, ...NOSE]);
  return Float32Array.from(
    { length: MESH_POINT_COUNT },
    (_, point) =>
      smoothstep(...FROM_BROWS, fromBrows[point]) *
      smoothstep(...FROM_EYES, fromEyes[point]) *
      smoothstep(...FROM_CHIN, fromChin[point]) *
      smoothstep(...FROM_LIPS, fromLips[point]),
  );
});

/** Weights of the beard area, which begins below the nose, and beside it as hair before the ears. */
export const beardOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const nose = texture[NOSE_BASE * 2 + 1];
  const mouth = texture[LIPS_OUTER[0] * 2 + 1];
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) =>
    smoothstep(2 * nose - mouth, mouth, texture[point * 2 + 1]),
  );
});
