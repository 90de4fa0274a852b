import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { measureDistances } from './texture-distance.ts';

/** A mesh point and its neighbours that are nearer to where an order begins. */
export interface OrderedPoint {
  readonly point: number;
  /** Empty where the order begins. */
  readonly nearer: Uint16Array;
}

/** Orders all points of the mesh by their distance in the texture from some of them, the nearest first. */
export function orderMesh(
  { texture, triangles }: CanonicalFace,
  origin: readonly number[],
): readonly OrderedPoint[] {
  const distances = measureDistances(texture, origin);
  const neighbours = Array.from({ length: MESH_POINT_COUNT }, () => new Set<number>());
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = triangles.slice(at, at + 3);
    for (const point of corners) {
      corners.forEach((other) => neighbours[point].add(other));
    }
  }
  return neighbours
    .map((near, point) => ({
      point,
      nearer: Uint16Array.from([...near].filter((other) => distances[other] < distances[point])),
    }))
    .toSorted((a, b) => distances[a.point] - distances[b.point]);
}
