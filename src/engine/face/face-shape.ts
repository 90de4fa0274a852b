/**
 * The shape of the features of a source on a target: nose, cheeks and brows go where those of the source
 * would be in the pose of the target. Outline, lids and lips stay where they are, because the picture of the target goes
 * on there. This moves the likeness more than any colour.
 */
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { HeadPose } from '../track/head-pose.ts';
import {
  FACE_OVAL,
  LEFT_EYE,
  LIPS_INNER,
  MESH_POINT_COUNT,
  RIGHT_EYE,
} from '../track/mesh-points.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { rise } from './facing.ts';

/** A face as it would be seen straight from the front: x, y, z per point around the middle of the pose basis, in centimetres. */
export type FrontalShape = Float32Array<ArrayBuffer>;

/** Distances in the texture over which the shape comes in. */
const FROM_OUTLINE = 0.12;
const FROM_LIDS = 0.05;
const FROM_LIPS = 0.1;
/** Angles of yaw over which it goes again: depth, which is a guess, would show. */
const YAW_FADE = [0.3, 0.7] as const;

/** Takes the pose out of a face. */
export function toFrontalShape(
  { landmarks, pose }: Pick<TrackedFace, 'landmarks' | 'pose'>,
  canonicalFace: CanonicalFace,
): FrontalShape {
  const shape = new Float32Array(landmarks.length);
  setMiddle(landmarks, canonicalFace.poseBasis.points);
  const { rotation, scale } = pose;
  for (let at = 0; at < landmarks.length; at += 3) {
    const x = (landmarks[at]! - middle.x) / scale;
    const y = (landmarks[at + 1]! - middle.y) / scale;
    const z = (landmarks[at + 2]! - middle.z) / scale;
    for (let axis = 0; axis < 3; axis += 1) {
      shape[at + axis] = rotation[axis]! * x + rotation[3 + axis]! * y + rotation[6 + axis]! * z;
    }
  }
  return shape;
}

/** How far every mesh point follows the shape of a source, 0..1. */
export function measureFreedom({ texture }: CanonicalFace): Float32Array<ArrayBuffer> {
  const distanceTo = (points: readonly number[], point: number): number =>
    Math.min(
      ...points.map((other) =>
        Math.hypot(
          texture[point * 2]! - texture[other * 2]!,
          texture[point * 2 + 1]! - texture[other * 2 + 1]!,
        ),
      ),
    );
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const fromOutline = rise(distanceTo(FACE_OVAL, point), 0, FROM_OUTLINE);
    const fromLids = rise(distanceTo([...LEFT_EYE, ...RIGHT_EYE], point), 0, FROM_LIDS);
    return fromOutline * fromLids * rise(distanceTo(LIPS_INNER, point), 0, FROM_LIPS);
  });
}

/** What a shape is put on. */
export interface ShapeTarget {
  readonly landmarks: Float32Array;
  readonly pose: Readonly<HeadPose>;
  /** The points of the pose basis. */
  readonly basis: Uint16Array;
}

/** Sets x and y of `shaped` to a mesh with the features of a source; `freedom` as measured. */
export function applyShape(
  shaped: Float32Array,
  { landmarks, pose, basis }: ShapeTarget,
  source: { readonly shape: FrontalShape; readonly freedom: Float32Array },
): void {
  const { shape, freedom } = source;
  const { rotation, scale } = pose;
  const share = 1 - rise(Math.abs(pose.yaw), ...YAW_FADE);
  setMiddle(landmarks, basis);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const at = point * 3;
    const x = shape[at]!;
    const y = shape[at + 1]!;
    const z = shape[at + 2]!;
    const toX = (rotation[0]! * x + rotation[1]! * y + rotation[2]! * z) * scale + middle.x;
    const toY = (rotation[3]! * x + rotation[4]! * y + rotation[5]! * z) * scale + middle.y;
    const part = share * freedom[point]!;
    shaped[at] = landmarks[at]! + (toX - landmarks[at]!) * part;
    shaped[at + 1] = landmarks[at + 1]! + (toY - landmarks[at + 1]!) * part;
  }
}

const middle = { x: 0, y: 0, z: 0 };

function setMiddle(landmarks: Float32Array, basis: Uint16Array): void {
  middle.x = 0;
  middle.y = 0;
  middle.z = 0;
  for (let index = 0; index < basis.length; index += 1) {
    const at = basis[index]! * 3;
    middle.x += landmarks[at]! / basis.length;
    middle.y += landmarks[at + 1]! / basis.length;
    middle.z += landmarks[at + 2]! / basis.length;
  }
}
