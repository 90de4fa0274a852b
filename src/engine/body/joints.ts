import type { Region } from '../pixels/region.ts';
import type { FaceBox } from '../track/face-track.ts';
import type { MouthPatch } from './mouth-patch.ts';
import type { HeadPose } from '../track/head-pose.ts';

/** Numbers of a body's 33 joints, in the pose network's order. Left and right are the person's own. */
export const joint = {
  nose: 0,
  leftEye: 2,
  rightEye: 5,
  leftEar: 7,
  rightEar: 8,
  mouthLeft: 9,
  mouthRight: 10,
  leftShoulder: 11,
  rightShoulder: 12,
  leftElbow: 13,
  rightElbow: 14,
  leftWrist: 15,
  rightWrist: 16,
  leftPinky: 17,
  rightPinky: 18,
  leftIndex: 19,
  rightIndex: 20,
  leftThumb: 21,
  rightThumb: 22,
  leftHip: 23,
  rightHip: 24,
  leftKnee: 25,
  rightKnee: 26,
  leftAnkle: 27,
  rightAnkle: 28,
  leftHeel: 29,
  rightHeel: 30,
  leftToe: 31,
  rightToe: 32,
} as const;

/** Number of joints of a body. */
export const JOINT_COUNT = 33;

/** Values of a joint: x, y (pixels), z (same unit, smaller is nearer to the camera), visibility 0..1. */
export const JOINT_VALUES = 4;

/** Pixels of a side of a person's mask. */
export const BODY_MASK_SIZE = 256;

/** The 17 joints in the order of COCO (Lin et al. 2014), which other networks use. */
export const cocoJoints: readonly number[] = [
  joint.nose,
  joint.leftEye,
  joint.rightEye,
  joint.leftEar,
  joint.rightEar,
  joint.leftShoulder,
  joint.rightShoulder,
  joint.leftElbow,
  joint.rightElbow,
  joint.leftWrist,
  joint.rightWrist,
  joint.leftHip,
  joint.rightHip,
  joint.leftKnee,
  joint.rightKnee,
  joint.leftAnkle,
  joint.rightAnkle,
];

/** Root, middle and end joint of each limb. */
export const limbJoints = {
  leftArm: [joint.leftShoulder, joint.leftElbow, joint.leftWrist],
  rightArm: [joint.rightShoulder, joint.rightElbow, joint.rightWrist],
  leftLeg: [joint.leftHip, joint.leftKnee, joint.leftAnkle],
  rightLeg: [joint.rightHip, joint.rightKnee, joint.rightAnkle],
} as const;

/** An arm or a leg. */
export type Limb = keyof typeof limbJoints;

/** Every limb, arms first. */
export const limbs: readonly Limb[] = ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'];

/** Fingers, or heel and toe: the joints that move with the end of a limb. */
export const limbTips = {
  leftArm: [joint.leftPinky, joint.leftIndex, joint.leftThumb],
  rightArm: [joint.rightPinky, joint.rightIndex, joint.rightThumb],
  leftLeg: [joint.leftHeel, joint.leftToe],
  rightLeg: [joint.rightHeel, joint.rightToe],
} as const satisfies Record<Limb, readonly number[]>;

/** Every joint of both feet. */
export const jointsOfFeet: readonly number[] = [
  joint.leftAnkle,
  joint.rightAnkle,
  ...limbTips.leftLeg,
  ...limbTips.rightLeg,
];

/** Returns a value for each limb. */
export function forEachLimb<Value>(valueOf: (limb: Limb) => Value): Record<Limb, Value> {
  return {
    leftArm: valueOf('leftArm'),
    rightArm: valueOf('rightArm'),
    leftLeg: valueOf('leftLeg'),
    rightLeg: valueOf('rightLeg'),
  };
}

/** A person as detected in one frame. */
export interface BodyPose {
  /** {@link JOINT_VALUES} of each of the {@link JOINT_COUNT} joints, in pixels of the frame. */
  readonly joints: Float32Array;
  /** Confidence of the network that a person is there, 0..1. */
  readonly confidence: number;
  /** Region of the frame that the mask covers. */
  readonly region: Readonly<Region>;
  /** Person mask of the region, 0..255; {@link BODY_MASK_SIZE} a side. */
  readonly mask: Uint8Array;
  /** True if joints and mask come from joints set by hand, so that networks cannot identify the person. */
  readonly isPlaced?: boolean | undefined;
}

/** The face of a tracked body; copied, so that it lasts. */
export interface BodyFace {
  /** Values as in `TrackedFace`. */
  readonly landmarks: Float32Array;
  readonly iris: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
  readonly confidence: number;
  /** The pixels between the lips and the skin around them. */
  readonly mouth: MouthPatch;
  /** Joints (x, y) of each hand near the face. */
  readonly hands: readonly Float32Array[];
}

/** A body in one frame of a clip. */
export interface BodyFrame {
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Joints, smoothed without lag; interpolated between frames where the person was not detected. */
  readonly joints: Float32Array;
  /** True if the person was detected in this frame; otherwise the joints are interpolated. */
  readonly isSeen: boolean;
  /** Null if no face of this person was tracked. */
  readonly face: BodyFace | null;
  /** Index of the scene, from 0: nothing is smoothed or carried over a cut. */
  readonly scene: number;
}

/** The largest person of a clip, followed from its first to its last frame. */
export interface BodyTrack {
  /** Size of the frames, in whose pixels the joints are given. */
  readonly size: Size;
  /** Average frame rate. */
  readonly frameRate: Fraction;
  /** Unit of the timestamps of the file. */
  readonly timeBase: Fraction;
  readonly frames: readonly BodyFrame[];
  /** Maximum number of people found in one frame. */
  readonly peopleCount: number;
  /** Number of cuts of the clip. The person is detected again after each. */
  readonly cutCount: number;
}

/** Size of a frame or image in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rational number. */
interface Fraction {
  readonly num: number;
  readonly den: number;
}

/** Returns the frames per second of a frame rate. */
export function toFramesPerSecond({ num, den }: Fraction): number {
  return num / Math.max(1, den);
}

/** Returns the middle of two joints. */
export function middleOfJoints(
  joints: Float32Array,
  a: number,
  b: number,
): { readonly x: number; readonly y: number } {
  return {
    x: (joints[a * JOINT_VALUES] + joints[b * JOINT_VALUES]) / 2,
    y: (joints[a * JOINT_VALUES + 1] + joints[b * JOINT_VALUES + 1]) / 2,
  };
}

/** Returns the distance of two joints in the image plane. */
export function distanceOfJoints(joints: Float32Array, a: number, b: number): number {
  return Math.hypot(
    joints[a * JOINT_VALUES] - joints[b * JOINT_VALUES],
    joints[a * JOINT_VALUES + 1] - joints[b * JOINT_VALUES + 1],
  );
}

/** Returns the middle of the hips in pixels. */
export function middleOfHips(joints: Float32Array): ReturnType<typeof middleOfJoints> {
  return middleOfJoints(joints, joint.leftHip, joint.rightHip);
}

/** Returns the middle of the shoulders in pixels. */
export function middleOfShoulders(joints: Float32Array): ReturnType<typeof middleOfJoints> {
  return middleOfJoints(joints, joint.leftShoulder, joint.rightShoulder);
}

/** Returns the distance between the middles of shoulders and hips in pixels. */
export function toTorsoLength(joints: Float32Array): number {
  const shoulders = middleOfShoulders(joints);
  const hips = middleOfHips(joints);
  return Math.hypot(shoulders.x - hips.x, shoulders.y - hips.y);
}
