import { type BodyBuild, measureBuild } from '../body-build.ts';
import { joint, JOINT_VALUES } from '../joints.ts';
import { clamp } from '../../vision/math.ts';

/** Shoulders say more than hips, which lie closer together. */
const [SHOULDERS, HIPS] = [2 / 3, 1 / 3];
/** Depths are in the unit of places, and overdone: by two to three on drawn people, little on others. */
const DEPTH = 0.6;

/**
 * How far a torso is turned in each frame, radians: 0 towards the camera, a quarter turn where it looks to the right of the
 * picture, a half turn where it looks away.
 */
export function findTorsoYaws(frames: readonly Float32Array[]): readonly number[] {
  const build = measureBuild(frames);
  return frames.map((joints) => findTorsoYaw(joints, build));
}

/** Widths say how far it is turned, depths say which way, and as much again. */
function findTorsoYaw(joints: Float32Array, { shoulders, hips }: BodyBuild): number {
  const across = (left: number, right: number, axis: 0 | 2): number =>
    joints[left * JOINT_VALUES + axis] - joints[right * JOINT_VALUES + axis];
  const along = (axis: 0 | 2): number =>
    (SHOULDERS * across(joint.leftShoulder, joint.rightShoulder, axis)) / shoulders +
    (HIPS * across(joint.leftHip, joint.rightHip, axis)) / hips;
  const [width, depth] = [clamp(along(0), -1, 1), along(2) * DEPTH];
  const byWidth = Math.sqrt(1 - width * width);
  const byDepth = Math.min(1, Math.abs(depth));
  return Math.atan2((Math.sign(depth) * (byWidth + byDepth)) / 2, width);
}
