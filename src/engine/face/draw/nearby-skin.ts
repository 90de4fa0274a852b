/** Averages over nearby skin of a face. */
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
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { squareInTexture } from '../shape/texture-distance.ts';
import { NOSTRILS } from './skin-field.ts';

/** Radius (standard deviation) of the averages, and the distance beyond which points are ignored, in texture units. */
const REACH = 0.04;
const FARTHEST = 0.13;

/** Points of skin: sampling beside the others mixes features or background into it. */
const isSkin = new Uint8Array(MESH_POINT_COUNT).fill(1);
const eyes = [LEFT_EYE, RIGHT_EYE, REFINED_LEFT_EYE, REFINED_RIGHT_EYE];
const others = [FACE_OVAL, LEFT_BROW, RIGHT_BROW, LIPS_OUTER, REFINED_LIPS, NOSTRILS, ...eyes];
for (const point of others.flatMap((list) => [...list])) {
  isSkin[point] = 0;
}

/**
 * Returns sums of the skin around every point, with Gaussian weights. They have no state between calls, so callers share
 * them.
 */
export const nearbySkinOf = memoisePerFace(({ texture }: CanonicalFace) => {
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
