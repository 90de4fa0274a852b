import type { Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import { LEFT_EYE_OUTER, MESH_POINT_COUNT, RIGHT_EYE_OUTER } from './mesh-points.ts';

/** Size of the mesh network's input region relative to the face. */
export const MESH_MARGIN = 1.5;

/** Sets the rotated square around a detected face, with level eyes. */
export function setRegionOfDetection(region: Region, detection: Readonly<Detection>): void {
  const { keyPoints } = detection;
  region.rotation = Math.atan2(keyPoints[3] - keyPoints[1], keyPoints[2] - keyPoints[0]);
  region.centreX = detection.centreX;
  region.centreY = detection.centreY;
  region.width = Math.max(detection.width, detection.height) * MESH_MARGIN;
  region.height = region.width;
}

/** Sets the rotated square around a mesh (x, y, z per point), with level eyes, `margin` times as large as the face. */
export function setRegionOfMesh(region: Region, mesh: Float32Array, margin = MESH_MARGIN): void {
  const left = LEFT_EYE_OUTER * 3;
  const right = RIGHT_EYE_OUTER * 3;
  const rotation = Math.atan2(mesh[right + 1] - mesh[left + 1], mesh[right] - mesh[left]);
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < MESH_POINT_COUNT * 3; at += 3) {
    const x = mesh[at] * cos + mesh[at + 1] * sin;
    const y = mesh[at + 1] * cos - mesh[at] * sin;
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  const middleX = (minX + maxX) / 2;
  const middleY = (minY + maxY) / 2;
  region.centreX = middleX * cos - middleY * sin;
  region.centreY = middleX * sin + middleY * cos;
  region.width = Math.max(maxX - minX, maxY - minY) * margin;
  region.height = region.width;
  region.rotation = rotation;
}

/**
 * Returns the distance of two regions of one face relative to their size: 0 for equal ones, above about 0.25 for
 * different places.
 */
export function distanceOfRegions(a: Readonly<Region>, b: Readonly<Region>): number {
  const shift = Math.hypot(a.centreX - b.centreX, a.centreY - b.centreY) / a.width;
  const growth = Math.abs(Math.log(a.width / b.width));
  const turn = Math.abs(
    Math.atan2(Math.sin(a.rotation - b.rotation), Math.cos(a.rotation - b.rotation)),
  );
  return Math.max(shift, growth, turn / 2);
}
