import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';

/** Returns the squared distance of two mesh points in the texture (u and v per point, 0..1). */
export function squareInTexture(texture: Float32Array, point: number, other: number): number {
  const x = texture[point * 2] - texture[other * 2];
  const y = texture[point * 2 + 1] - texture[other * 2 + 1];
  return x * x + y * y;
}

/** Returns the distance of every mesh point in the texture from the nearest of some points. */
export function measureDistances(
  texture: Float32Array,
  from: readonly number[],
): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const squares = from.map((other) => squareInTexture(texture, point, other));
    return Math.sqrt(Math.min(...squares));
  });
}

/**
 * Returns the nearness of every mesh point to some points: 1 up to the first distance in the texture, 0 from the second
 * on.
 */
export function measureNearness(
  texture: Float32Array,
  to: readonly number[],
  [near, far]: readonly [near: number, far: number],
): Float32Array<ArrayBuffer> {
  return measureDistances(texture, to).map((distance) => 1 - smoothstep(near, far, distance));
}
