import { joint, JOINT_VALUES, middleOfHips, middleOfJoints, toTorsoLength } from '../joints.ts';
import { lowestOfFeet } from '../pin-feet.ts';

/** The joints of a still, and its size in pixels. */
interface StillJoints {
  readonly joints: Float32Array;
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * Places the joints of an additional still where the first one shows the character: with the same height, on the same
 * ground. If a still cuts the feet off, torso lengths are compared. `size` is the number of canvas pixels per pixel of
 * the additional still.
 */
export function fitCanvas(
  additional: StillJoints,
  first: StillJoints,
): { readonly joints: Float32Array; readonly size: number } {
  const hasFeet = [additional, first].every(
    ({ joints, size: { height } }) => lowestOfFeet(joints) < height,
  );
  const size = hasFeet
    ? computeHeightToEars(first.joints) / computeHeightToEars(additional.joints)
    : toTorsoLength(first.joints) / toTorsoLength(additional.joints);
  const [from, to] = [middleOfHips(additional.joints), middleOfHips(first.joints)];
  const shiftY = hasFeet
    ? lowestOfFeet(first.joints) - lowestOfFeet(additional.joints) * size
    : to.y - from.y * size;
  const joints = additional.joints.slice();
  for (let at = 0; at < joints.length; at += JOINT_VALUES) {
    joints[at] = joints[at] * size + to.x - from.x * size;
    joints[at + 1] = joints[at + 1] * size + shiftY;
    joints[at + 2] *= size;
  }
  return { joints, size };
}

/** Returns the height from the feet to the ears, which turning the head does not change. */
function computeHeightToEars(joints: Float32Array): number {
  const { y } = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  return Math.max(1, lowestOfFeet(joints) - y);
}
