import { clamp } from '../../vision/math.ts';
import {
  distanceOfJoints,
  joint,
  JOINT_VALUES,
  middleOfHips,
  middleOfJoints,
  middleOfShoulders,
} from '../joints.ts';

/** The coordinate system of the torso of a still: up from the hips, and across. */
export interface TorsoFrame {
  readonly hips: { readonly x: number; readonly y: number };
  /** Unit vector from the hips to the shoulders. */
  readonly up: { readonly x: number; readonly y: number };
  readonly length: number;
  /** Half distances of the joints of shoulders and hips, in pixels. */
  readonly shoulderHalf: number;
  readonly hipHalf: number;
  /** The neck: where it begins, its direction, and its length to the ears. */
  readonly neck: {
    readonly x: number;
    readonly y: number;
    readonly upX: number;
    readonly upY: number;
    readonly length: number;
    /** Height of the chin as a fraction of the neck's length. */
    readonly chin: number;
  };
}

/** Neck length in torso lengths where the ears coincide with the shoulders. */
const USUAL_NECK = 0.4;
/** Ratio of the hips' width to the distance of their joints. */
const HIP_FLESH = 1.35;
const MIN_HALF = 0.12;
/**
 * Distance of the chin below the mouth, relative to that of the mouth below the nose. If the mouth is not visible, the
 * chin is at the lower of its limits.
 */
const CHIN_BELOW = 1.25;
const VISIBLE = 0.5;
const CHINS = [0.5, 0.85] as const;
/** Margin between throat and chin, and the rise of the jaw per distance aside, in neck lengths. */
const CHIN_MARGIN = 0.03;
const JAW = 0.45;
/** Height at which heads begin, and their half width, in neck lengths. */
const HEAD_FROM = 0.5;
const HEAD_HALF = 1.5;

/** Returns the coordinate system of a torso from its joints. */
export function toTorsoFrame(joints: Float32Array): TorsoFrame {
  const shoulders = middleOfShoulders(joints);
  const hips = middleOfHips(joints);
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const length = Math.hypot(shoulders.x - hips.x, shoulders.y - hips.y) || 1;
  const neckLength = Math.hypot(ears.x - shoulders.x, ears.y - shoulders.y) || length * USUAL_NECK;
  const neck = {
    ...shoulders,
    upX: (ears.x - shoulders.x) / neckLength,
    upY: (ears.y - shoulders.y) / neckLength,
    length: neckLength,
  };
  return {
    hips,
    up: { x: (shoulders.x - hips.x) / length, y: (shoulders.y - hips.y) / length },
    length,
    shoulderHalf: distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder) / 2,
    hipHalf: distanceOfJoints(joints, joint.leftHip, joint.rightHip) / 2,
    neck: { ...neck, chin: findChin(joints, neck) },
  };
}

function findChin(joints: Float32Array, neck: Omit<TorsoFrame['neck'], 'chin'>): number {
  const isSeen = [joint.nose, joint.mouthLeft, joint.mouthRight].every(
    (number) => joints[number * JOINT_VALUES + 3] > VISIBLE,
  );
  const upOf = (x: number, y: number): number =>
    ((x - neck.x) * neck.upX + (y - neck.y) * neck.upY) / neck.length;
  const mouth = middleOfJoints(joints, joint.mouthLeft, joint.mouthRight);
  const at = joint.nose * JOINT_VALUES;
  const [mouthUp, noseUp] = [upOf(mouth.x, mouth.y), upOf(joints[at], joints[at + 1])];
  return isSeen ? clamp(mouthUp - (noseUp - mouthUp) * CHIN_BELOW, ...CHINS) : CHINS[0];
}

/** Returns the height of a point in a torso: 0 at the hips, 1 at the shoulders. */
export function heightInTorso({ hips, up, length }: TorsoFrame, x: number, y: number): number {
  return ((x - hips.x) * up.x + (y - hips.y) * up.y) / length;
}

/**
 * Returns the distance of a point from the spine in pixels; positive on the left side of a person seen from the front.
 */
export function asideInTorso({ hips, up }: TorsoFrame, x: number, y: number): number {
  return (x - hips.x) * -up.y + (y - hips.y) * up.x;
}

/** Returns the half width of a torso at a height in pixels, with the flesh beside the hips. */
export function halfWidthOfTorso(torso: TorsoFrame, height: number): number {
  const hips = torso.hipHalf * HIP_FLESH;
  const half = hips + (torso.shoulderHalf - hips) * Math.max(0, Math.min(1, height));
  return Math.max(torso.length * MIN_HALF, half);
}

/** Returns the height of a point along the neck (1 at the ears) and its distance aside, both in neck lengths. */
export function toNeckSpace(
  { neck }: TorsoFrame,
  x: number,
  y: number,
): { readonly up: number; readonly aside: number } {
  const [dx, dy] = [(x - neck.x) / neck.length, (y - neck.y) / neck.length];
  return {
    up: dx * neck.upX + dy * neck.upY,
    aside: Math.abs(dx * -neck.upY + dy * neck.upX),
  };
}

/**
 * Returns the height up to which the throat is visible at a distance aside: the chin, and beside it the jaw; in neck
 * lengths.
 */
export function chinAt({ neck }: TorsoFrame, aside: number): number {
  return neck.chin - CHIN_MARGIN + JAW * aside;
}

/** Returns whether a point of the person belongs to the head with its hair. */
export function isInHead(torso: TorsoFrame, x: number, y: number): boolean {
  const { up, aside } = toNeckSpace(torso, x, y);
  return up > HEAD_FROM && aside < HEAD_HALF + (up - 1) * 0.2;
}
