/** Shapes of faces in frontal view. */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';

/** Face in frontal view: x, y, z per point around the centre of the pose basis, in centimetres. */
export type FrontalShape = Float32Array<ArrayBuffer>;

/** Number of values of a shape. */
export const FACE_SHAPE_SIZE = MESH_POINT_COUNT * 3;

/** Removes the pose from a face. */
export function toFrontalShape(
  face: { readonly landmarks: Float32Array; readonly pose: Readonly<HeadPose> },
  { poseBasis }: CanonicalFace,
): FrontalShape {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  setFrontalShape(shape, face.landmarks, face.pose, poseBasis.points);
  return shape;
}

/** Removes the pose from a mesh, into a given shape. */
export function setFrontalShape(
  shape: Float32Array,
  landmarks: Float32Array,
  { rotation, scale }: Readonly<HeadPose>,
  basis: Uint16Array,
): void {
  let middleX = 0;
  let middleY = 0;
  let middleZ = 0;
  for (let index = 0; index < basis.length; index += 1) {
    const at = basis[index] * 3;
    middleX += landmarks[at] / basis.length;
    middleY += landmarks[at + 1] / basis.length;
    middleZ += landmarks[at + 2] / basis.length;
  }
  for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
    const x = (landmarks[at] - middleX) / scale;
    const y = (landmarks[at + 1] - middleY) / scale;
    const z = (landmarks[at + 2] - middleZ) / scale;
    shape[at] = rotation[0] * x + rotation[3] * y + rotation[6] * z;
    shape[at + 1] = rotation[1] * x + rotation[4] * y + rotation[7] * z;
    shape[at + 2] = rotation[2] * x + rotation[5] * y + rotation[8] * z;
  }
}

/** Sets `turned` to a frontal shape rotated by yaw and pitch of a {@link HeadPose}. */
export function turnShape(
  shape: Float32Array,
  { yaw, pitch }: Readonly<Pick<HeadPose, 'yaw' | 'pitch'>>,
  turned: Float32Array,
): void {
  const [cosYaw, sinYaw] = [Math.cos(yaw), Math.sin(yaw)];
  const [cosPitch, sinPitch] = [Math.cos(pitch), Math.sin(pitch)];
  for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
    const x = shape[at];
    const y = shape[at + 1];
    const z = shape[at + 2];
    const away = z * cosPitch - y * sinPitch;
    turned[at] = x * cosYaw - away * sinYaw;
    turned[at + 1] = y * cosPitch + z * sinPitch;
    turned[at + 2] = x * sinYaw + away * cosYaw;
  }
}

/** Returns the mean y of some points of a shape. */
export function meanY(shape: Readonly<Float32Array>, points: readonly number[]): number {
  let sum = 0;
  for (const point of points) {
    sum += shape[point * 3 + 1];
  }
  return sum / points.length;
}
