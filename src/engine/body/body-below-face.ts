/** Compares a body with its face: where a camera is close, the network takes heads for whole people. */
import type { Region } from '../pixels/region.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { distanceOfJoints, joint, middleOfShoulders, toTorsoLength } from './joints.ts';

/**
 * Minimum lengths of a body in centimetres of its face: the torso, the width of the shoulders, and their distance below
 * the nose. A person who bends, turns or raises the shoulders is above one of them, and a drawing with a large head is.
 */
const MIN_TORSO_CM = 15;
const MIN_SHOULDERS_CM = 22;
const MIN_NECK_CM = 11;
/** Maximum yaw and pitch of a face whose scale is reliable, in radians. */
const FRONTAL = 0.6;
const NOSE_TIP = 1;
/** Distance of the hips below the nose, and half side of the square around a body, in centimetres. */
const HIPS_CM = 68;
const HALF_SIDE_CM = 115;

type MeasuredFace = Pick<TrackedFace, 'landmarks' | 'pose'>;

/** Returns whether a body is far too small for its face. */
export function isInsideHead(joints: Float32Array, { landmarks, pose }: MeasuredFace): boolean {
  const { scale, yaw, pitch } = pose;
  const { y } = middleOfShoulders(joints);
  return (
    Math.abs(yaw) < FRONTAL &&
    Math.abs(pitch) < FRONTAL &&
    toTorsoLength(joints) < MIN_TORSO_CM * scale &&
    distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder) < MIN_SHOULDERS_CM * scale &&
    y - (landmarks[NOSE_TIP * 3 + 1] ?? 0) < MIN_NECK_CM * scale
  );
}

/** Returns the square around the body of an upright person with this face. */
export function toRegionBelowFace({ landmarks, pose: { scale } }: MeasuredFace): Region {
  const side = 2 * HALF_SIDE_CM * scale;
  return {
    centreX: landmarks[NOSE_TIP * 3] ?? 0,
    centreY: (landmarks[NOSE_TIP * 3 + 1] ?? 0) + HIPS_CM * scale,
    width: side,
    height: side,
    rotation: 0,
  };
}
