import { clamp } from '../vision/math.ts';
import { joint, JOINT_VALUES } from './joints.ts';

const MAX_HEAD_TURN = 0.9;

/**
 * Returns the roll of a head relative to the rest pose, measured by the line between the eyes; radians, limited to the
 * range of a neck.
 */
export function findHeadTurn(joints: Float32Array, rest: Float32Array): number {
  const turn = computeRoll(joints) - computeRoll(rest);
  return clamp(
    turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI,
    -MAX_HEAD_TURN,
    MAX_HEAD_TURN,
  );
}

function computeRoll(joints: Float32Array): number {
  return Math.atan2(
    joints[joint.leftEye * JOINT_VALUES + 1] - joints[joint.rightEye * JOINT_VALUES + 1],
    joints[joint.leftEye * JOINT_VALUES] - joints[joint.rightEye * JOINT_VALUES],
  );
}
