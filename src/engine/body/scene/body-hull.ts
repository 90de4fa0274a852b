/** Estimates the outline of a body from its joints, whatever hides it. */
import { clamp } from '../../vision/math.ts';
import {
  joint,
  JOINT_VALUES,
  limbJoints,
  middleOfHips,
  middleOfJoints,
  middleOfShoulders,
  toTorsoLength,
} from '../joints.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Bone {
  readonly from: Spot;
  readonly to: Spot;
  /** Half width in pixels. */
  readonly radius: number;
}

/** Half widths in torso lengths. That of the torso is half the width of the shoulders, but at least `trunk`. */
const radii = { arm: 0.07, leg: 0.12, head: 0.26, trunk: 0.2 } as const;

/** Minimum visibility of the joints of an arm that surely is where they are. */
const SEEN = 0.5;
/** Scales of the usual half widths: surely inside, usually inside, and possibly inside. */
const scales = { sure: 0.7, usual: 1, possible: 1.25 } as const;

/**
 * Creates a function that returns whether a point is surely, usually or possibly inside of a body; never without
 * joints.
 */
export function createBodyHull(
  joints: Float32Array,
  kind: keyof typeof scales,
): (x: number, y: number) => boolean {
  if (joints.length === 0) {
    return () => false;
  }
  const scale = scales[kind];
  const torso = toTorsoLength(joints) * scale;
  const at = (number: number): Spot => ({
    x: joints[number * JOINT_VALUES],
    y: joints[number * JOINT_VALUES + 1],
  });
  // Positions of hidden legs are constrained by the body; arms and heads may be anywhere.
  const isKnown = (limb: readonly number[]): boolean =>
    kind !== 'sure' || limb.every((number) => joints[number * JOINT_VALUES + 3] > SEEN);
  const limb = ([root, middle, end]: readonly [number, number, number], radius: number): Bone[] => [
    { from: at(root), to: at(middle), radius: radius * torso },
    { from: at(middle), to: at(end), radius: radius * torso },
  ];
  const shoulders = middleOfShoulders(joints);
  const hips = middleOfHips(joints);
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const [left, right] = [at(joint.leftShoulder), at(joint.rightShoulder)];
  const half = (scale * Math.hypot(left.x - right.x, left.y - right.y)) / 2;
  const bones: readonly Bone[] = [
    { from: shoulders, to: hips, radius: Math.max(half, radii.trunk * torso) },
    ...(kind === 'sure' ? [] : [{ from: ears, to: ears, radius: radii.head * torso }]),
    ...[limbJoints.leftArm, limbJoints.rightArm]
      .filter(isKnown)
      .flatMap((arm) => limb(arm, radii.arm)),
    ...limb(limbJoints.leftLeg, radii.leg),
    ...limb(limbJoints.rightLeg, radii.leg),
  ];
  return (x, y) => bones.some((bone) => isWithin(bone, x, y));
}

function isWithin({ from, to, radius }: Bone, x: number, y: number): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(1, dx * dx + dy * dy);
  const part = clamp(((x - from.x) * dx + (y - from.y) * dy) / length, 0, 1);
  return (x - from.x - dx * part) ** 2 + (y - from.y - dy * part) ** 2 < radius * radius;
}
