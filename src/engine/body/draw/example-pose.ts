import {
  joint,
  JOINT_VALUES,
  type Limb,
  limbJoints,
  limbs,
  limbTips,
  middleOfHips,
  middleOfJoints,
} from '../joints.ts';
import { isArm } from '../character/limb-line.ts';
import type { CharacterPose } from './body-map.ts';

/** Angles of the upper and lower bone of each limb, in degrees outwards from hanging straight down. */
const angles: Readonly<Record<Limb, readonly [number, number]>> = {
  leftArm: [112, 150],
  rightArm: [52, 24],
  leftLeg: [14, 9],
  rightLeg: [6, 4],
};

/**
 * Returns a pose that shows what the limbs of a still hide: one arm up, the other off the body, legs apart. Limbs that
 * the still does not show stay.
 */
export function createExamplePose(
  rest: Float32Array,
  shown: Readonly<Record<Limb, boolean>>,
): CharacterPose {
  const joints = rest.slice();
  const spine = middleOfHips(rest).x;
  for (const limb of limbs.filter((each) => shown[each])) {
    const ids = limbJoints[limb];
    const root = ids[0] * JOINT_VALUES;
    // Seen from behind, the person's left is on the left of the image.
    const side = rest[root] < spine ? -1 : 1;
    for (const [bone, degrees] of angles[limb].entries()) {
      turnBone(joints, rest, {
        from: ids[bone],
        to: ids[bone + 1],
        angle: side * toRadians(degrees),
      });
    }
    carryTips(joints, rest, limb);
  }
  const { x, y } = middleOfJoints(rest, joint.leftEar, joint.rightEar);
  return { joints, size: 1, head: { turn: 0, size: 1, x, y } };
}

/** Places the end of a bone at an angle, with its length in the still. */
function turnBone(
  joints: Float32Array,
  rest: Float32Array,
  { from, to, angle }: { readonly from: number; readonly to: number; readonly angle: number },
): void {
  const [a, b] = [from * JOINT_VALUES, to * JOINT_VALUES];
  const length = Math.hypot(rest[b] - rest[a], rest[b + 1] - rest[a + 1]);
  joints[b] = joints[a] + Math.sin(angle) * length;
  joints[b + 1] = joints[a + 1] + Math.cos(angle) * length;
}

/** Turns hands with the forearm; feet keep their direction. */
function carryTips(joints: Float32Array, rest: Float32Array, limb: Limb): void {
  const [, middle, end] = limbJoints[limb].map((number) => number * JOINT_VALUES);
  const angleOf = (at: Float32Array): number =>
    Math.atan2(at[end] - at[middle], at[end + 1] - at[middle + 1]);
  const turn = isArm(limb) ? angleOf(rest) - angleOf(joints) : 0;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (const tip of limbTips[limb]) {
    const at = tip * JOINT_VALUES;
    const [dx, dy] = [rest[at] - rest[end], rest[at + 1] - rest[end + 1]];
    joints[at] = joints[end] + dx * cos - dy * sin;
    joints[at + 1] = joints[end + 1] + dx * sin + dy * cos;
  }
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
