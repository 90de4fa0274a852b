import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { squareInTexture } from '../shape/texture-distance.ts';
import type { SkinColours } from './skin-field.ts';

/** Occluders of a face, per mesh point. */
export interface Occluders {
  /** Colour of the occluder, where there is one. */
  readonly front: SkinColours;
  /** Certainty of an occluder, 0..1. */
  readonly occluded: Float32Array;
}

/**
 * Distances from a covered point, as fractions of the texture, up to which pixels are classified with its full
 * certainty, and from which they are not classified.
 */
const BESIDE = [0.045, 0.1] as const;
const MIN_FRACTION = 0.01;

/**
 * Sets the certainty and colour of occluders, a little beyond where they were found: each pixel is classified by its
 * own colour.
 */
export function setOccluders(
  { front, occluded }: Occluders,
  covered: Float32Array,
  fresh: SkinColours,
  texture: Float32Array,
): void {
  occluded.fill(0);
  let count = 0;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    if (covered[point] > MIN_FRACTION) {
      coveredPoints[count] = point;
      count += 1;
    }
  }
  if (count === 0) {
    return;
  }
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    let sum = 0;
    let max = 0;
    let y = 0;
    let u = 0;
    let v = 0;
    for (let at = 0; at < count; at += 1) {
      const other = coveredPoints[at];
      const distance = Math.sqrt(squareInTexture(texture, point, other));
      const near = covered[other] * (1 - smoothstep(BESIDE[0], BESIDE[1], distance));
      max = Math.max(max, near);
      const weight = near * near;
      sum += weight;
      y += weight * fresh.y[other];
      u += weight * fresh.u[other];
      v += weight * fresh.v[other];
    }
    if (max > MIN_FRACTION) {
      occluded[point] = max;
      front.y[point] = y / sum;
      front.u[point] = u / sum;
      front.v[point] = v / sum;
    }
  }
}

const coveredPoints = new Uint16Array(MESH_POINT_COUNT);
