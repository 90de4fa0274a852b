/** The outline of a body as its joints tell it, whatever is before it. */
import { clamp } from '../../vision/math.ts';
import {
  joint,
  JOINT_VALUES,
  limbJoints,
  middleOfHips,
  middleOfJoints,
  middleOfShoulders,
  torsoLengthOf,
} from '../joints.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Bone {
  readonly from: Spot;
  readonly to: Spot;
  /** Half of its width, in pixels. */
  readonly radius: number;
}

/** Half widths in torso lengths; half of the torso's is at least so much, and as much as the shoulders' otherwise. */
const radii = { arm: 0.07, leg: 0.12, head: 0.26, trunk: 0.2 } as const;

/** An arm of which this is seen is where its joints are. */
const SEEN = 0.5;
/** Of the usual widths of a body, what is surely within it, what usually is, and what may be. */
const scales = { sure: 0.7, usual: 1, possible: 1.25 } as const;

/** Whether a place is within a body: surely, usually or possibly. Nothing is, without joints. */
export function createBodyHull(
  joints: Float32Array,
  kind: keyof typeof scales,
): (x: number, y: number) => boolean {
  if (joints.length === 0) {
    return () => false;
  }
  const scale = scales[kind];
  const torso = torsoLengthOf(joints) * scale;
  const at = (number: number): Spot => ({
    x: joints[number * JOINT_VALUES],
    y: joints[number * JOINT_VALUES + 1],
  });
  // Legs that something hides are where they have to be; arms and heads may be anywhere.
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
