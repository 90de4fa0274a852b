import { LEFT_EYE, LIPS_OUTER, RIGHT_EYE } from '../../track/mesh-points.ts';

/** Points models of faces are aligned by: eyes, nose, corners of the mouth. */
export const FIVE_POINTS = 5;

/** The tip of the nose. */
const NOSE_TIP = 4;
/** The outer corners of the lips, halfway round from each other. */
const MOUTH_LEFT = LIPS_OUTER[0]!;
const MOUTH_RIGHT = LIPS_OUTER[10]!;

/**
 * Writes the five points of a mesh (x, y, z per point) into `points`, in the same form. An eye is the
 * middle of its lids and not the iris, so that the picture does not move when the look wanders.
 */
export function setFivePoints(points: Float32Array, mesh: Float32Array): void {
  setMean(points, 0, mesh, LEFT_EYE);
  setMean(points, 1, mesh, RIGHT_EYE);
  setPoint(points, 2, mesh, NOSE_TIP);
  setPoint(points, 3, mesh, MOUTH_LEFT);
  setPoint(points, 4, mesh, MOUTH_RIGHT);
}

function setPoint(points: Float32Array, index: number, mesh: Float32Array, from: number): void {
  for (let axis = 0; axis < 3; axis += 1) {
    points[index * 3 + axis] = mesh[from * 3 + axis]!;
  }
}

function setMean(
  points: Float32Array,
  index: number,
  mesh: Float32Array,
  from: readonly number[],
): void {
  for (let axis = 0; axis < 3; axis += 1) {
    let sum = 0;
    for (let at = 0; at < from.length; at += 1) {
      sum += mesh[from[at]! * 3 + axis]!;
    }
    points[index * 3 + axis] = sum / from.length;
  }
}
