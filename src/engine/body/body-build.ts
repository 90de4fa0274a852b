import {
  distanceOfJoints,
  forEachLimb,
  joint,
  JOINT_VALUES,
  type Limb,
  limbJoints,
  middleOfJoints,
  toTorsoLength,
} from './joints.ts';

/** Lengths of a body in pixels, without foreshortening. */
export interface BodyBuild {
  readonly torso: number;
  readonly shoulders: number;
  readonly hips: number;
  /** Upper and lower bone of arms, then of legs; both sides are alike. */
  readonly arm: readonly [upper: number, lower: number];
  readonly leg: readonly [upper: number, lower: number];
}

/** Typical proportions, relative to a torso length of 1. They replace lengths that no frame shows in full. */
const usual = { shoulders: 0.62, hips: 0.38, arm: [0.56, 0.5], leg: [0.82, 0.78] } as const;
/** Default minimum of widths and bones, as a fraction of the typical lengths. */
const MIN_OF_USUAL = 0.8;
const TORSO_QUANTILE = 0.8;
const WIDTH_QUANTILE = 0.9;
const BONE_QUANTILE = 0.93;
const SEEN = 0.5;
const HALF = 0.5;

/** Returns the quantile `part` (0..1) of the values. */
export function computeQuantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

/** Options for measuring a build. */
interface BuildOptions {
  /** Minimum of widths and bones, as a fraction of the typical lengths. */
  readonly minOfUsual?: number | undefined;
  /** Limbs whose joints are measured; joints of hidden limbs are unreliable. */
  readonly shown?: Readonly<Record<Limb, boolean>> | undefined;
}

/**
 * Measures a body over all frames: high quantiles of the visible lengths of both sides, because foreshortening only
 * makes bones shorter.
 */
export function measureBuild(
  frames: readonly Float32Array[],
  { minOfUsual = MIN_OF_USUAL, shown }: BuildOptions = {},
): BodyBuild {
  const torso = computeQuantile(frames.map(toTorsoLength), TORSO_QUANTILE);
  const longest = (
    pairs: readonly (readonly [number, number])[],
    part: number,
    min: number,
  ): number =>
    Math.max(
      min * minOfUsual * torso,
      computeQuantile(
        frames.flatMap((joints) => pairs.map(([a, b]) => distanceOfJoints(joints, a, b))),
        part,
      ),
    );
  const bone = (left: Limb, right: Limb, at: 0 | 1, min: number): number =>
    longest(
      [left, right]
        .filter((limb) => shown?.[limb] !== false)
        .map((limb) => [limbJoints[limb][at], limbJoints[limb][at + 1]] as const),
      BONE_QUANTILE,
      min,
    );
  return {
    torso,
    shoulders: longest(
      [[joint.leftShoulder, joint.rightShoulder]],
      WIDTH_QUANTILE,
      usual.shoulders,
    ),
    hips: longest([[joint.leftHip, joint.rightHip]], WIDTH_QUANTILE, usual.hips),
    arm: [
      bone('leftArm', 'rightArm', 0, usual.arm[0]),
      bone('leftArm', 'rightArm', 1, usual.arm[1]),
    ],
    leg: [
      bone('leftLeg', 'rightLeg', 0, usual.leg[0]),
      bone('leftLeg', 'rightLeg', 1, usual.leg[1]),
    ],
  };
}

/** Size of a frame or image in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns which limbs show their middle joint in more than half of the frames. */
export function findSeenLimbs(
  frames: readonly Float32Array[],
  size: Size,
): Readonly<Record<Limb, boolean>> {
  return forEachLimb((limb) => isMostlySeen(frames, size, limbJoints[limb][1]));
}

/** Returns whether the hips are visible in more than half of the frames; a bust has none. */
export function hasHips(frames: readonly Float32Array[], size: Size): boolean {
  return isMostlySeen(frames, size, joint.leftHip) || isMostlySeen(frames, size, joint.rightHip);
}

function isMostlySeen(
  frames: readonly Float32Array[],
  { width, height }: Size,
  at: number,
): boolean {
  const seen = frames.filter((joints) => {
    const [x, y, , visibility] = joints.subarray(at * JOINT_VALUES, (at + 1) * JOINT_VALUES);
    return visibility > SEEN && x > 0 && y > 0 && x < width && y < height;
  });
  return seen.length > frames.length * HALF;
}

/** The side of a body that an image shows. */
export type BodyDirection = 'front' | 'side' | 'back';

/** Shoulders narrower than this fraction of the torso are seen from the side. */
const SIDEWAYS = 0.28;

/**
 * Returns the direction of a body. From the front, its left is on the right of the image; with a visible face it is
 * never the back.
 */
export function findBodyDirection(joints: Float32Array, hasFace: boolean): BodyDirection {
  const left = joints[joint.leftShoulder * JOINT_VALUES];
  const right = joints[joint.rightShoulder * JOINT_VALUES];
  const torso = toTorsoLength(joints);
  const width = (left - right) / (torso === 0 ? 1 : torso);
  if (Math.abs(width) < SIDEWAYS && !isFrontal(joints)) {
    return 'side';
  }
  return hasFace || width > 0 ? 'front' : 'back';
}

/** Returns whether the nose is between the ears, as in a face that looks at the camera. */
function isFrontal(joints: Float32Array): boolean {
  const ears = distanceOfJoints(joints, joint.leftEar, joint.rightEar);
  const { x } = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  return Math.abs(joints[joint.nose * JOINT_VALUES] - x) < ears / 2;
}
