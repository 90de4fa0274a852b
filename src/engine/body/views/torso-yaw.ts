import { type BodyBuild, measureBuild } from '../body-build.ts';
import { findDriverSizes, type SizedDriver } from '../driver-size.ts';
import { joint, JOINT_VALUES } from '../joints.ts';
import { clamp } from '../../vision/math.ts';

/** Weights of shoulders and hips; hips are closer together, so less reliable. */
const [SHOULDERS, HIPS] = [2 / 3, 1 / 3];
/**
 * Scale of depths. They are in pixels like positions, but exaggerated: two to three times on drawn people, little on
 * others.
 */
const DEPTH = 0.6;
/** Minimum size of a driver relative to the largest. */
const MIN_SIZE = 0.05;

/**
 * Returns the yaw of the torso in each frame in radians: 0 towards the camera, a quarter turn where it faces the right
 * of the image, a half turn away from the camera.
 */
export function findTorsoYaws(driver: SizedDriver): readonly number[] {
  const { frames } = driver;
  const build = measureBuild(frames.map(({ joints }) => joints));
  const sizes = findDriverSizes(driver, build);
  return frames.map(({ joints }, index) => findTorsoYaw(joints, build, sizes[index] ?? 1));
}

/** Returns the yaw of a torso: widths give the angle, depths its sign and half of its sine. */
function findTorsoYaw(joints: Float32Array, { shoulders, hips }: BodyBuild, size: number): number {
  const across = (left: number, right: number, axis: 0 | 2): number =>
    (joints[left * JOINT_VALUES + axis] - joints[right * JOINT_VALUES + axis]) /
    Math.max(MIN_SIZE, size);
  const along = (axis: 0 | 2): number =>
    (SHOULDERS * across(joint.leftShoulder, joint.rightShoulder, axis)) / shoulders +
    (HIPS * across(joint.leftHip, joint.rightHip, axis)) / hips;
  const [width, depth] = [clamp(along(0), -1, 1), along(2) * DEPTH];
  const byWidth = Math.sqrt(1 - width * width);
  const byDepth = Math.min(1, Math.abs(depth));
  return Math.atan2((Math.sign(depth) * (byWidth + byDepth)) / 2, width);
}
