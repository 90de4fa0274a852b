import { LEFT_EYE, LIPS_OUTER, RIGHT_EYE } from '../../track/mesh-points.ts';

/** Number of points that face models are aligned by: eyes, nose, corners of the mouth. */
export const FIVE_POINTS = 5;

/** Mesh index of the tip of the nose. */
const NOSE_TIP = 4;
/** Mesh indices of the outer corners of the lips, half of the contour apart. */
const MOUTH_LEFT = LIPS_OUTER[0]!;
const MOUTH_RIGHT = LIPS_OUTER[10]!;

/**
 * Writes the five points of a mesh (x, y, z per point) into `points`, in the same form. An eye is the centre of its
 * lids and not of the iris, so that the crop does not move with the gaze.
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
