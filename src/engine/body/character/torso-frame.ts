import { clamp } from '../../vision/math.ts';
import {
  distanceOfJoints,
  joint,
  JOINT_VALUES,
  middleOfHips,
  middleOfJoints,
  middleOfShoulders,
} from '../joints.ts';

/** The torso of a still as axes: up from the hips, and across. */
export interface TorsoFrame {
  readonly hips: { readonly x: number; readonly y: number };
  /** From the hips to the shoulders, of length 1. */
  readonly up: { readonly x: number; readonly y: number };
  readonly length: number;
  /** Half widths between the joints of shoulders and hips, in pixels. */
  readonly shoulderHalf: number;
  readonly hipHalf: number;
  /** The neck: where it begins, its direction, and its length to the ears. */
  readonly neck: {
    readonly x: number;
    readonly y: number;
    readonly upX: number;
    readonly upY: number;
    readonly length: number;
    /** How far up it the chin begins, of its length. */
    readonly chin: number;
  };
}

/** A neck without ears to be seen is so long, as part of the torso. */
const USUAL_NECK = 0.4;
/** Flesh beside the joints of the hips, as part of their distance. */
const HIP_FLESH = 1.35;
const MIN_HALF = 0.12;
/** A chin is so far below the mouth as the mouth below the nose, times this; without a mouth to be seen it begins where heads do. */
const CHIN_BELOW = 1.25;
const VISIBLE = 0.5;
const CHINS = [0.5, 0.85] as const;
/** A throat is seen up to so far below the chin; a jaw rises by this times what it lies aside. */
const CHIN_MARGIN = 0.03;
const JAW = 0.45;
/** Heads begin halfway up the neck, and end so many neck lengths aside. */
const HEAD_FROM = 0.5;
const HEAD_HALF = 1.5;

/** The axes of a torso by its joints. */
export function torsoFrameOf(joints: Float32Array): TorsoFrame {
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

/** How high a place lies in a torso, 0 at the hips and 1 at the shoulders. */
export function heightInTorso({ hips, up, length }: TorsoFrame, x: number, y: number): number {
  return ((x - hips.x) * up.x + (y - hips.y) * up.y) / length;
}

/** How far a place lies aside of the spine, in pixels; positive on the person's left. */
export function asideInTorso({ hips, up }: TorsoFrame, x: number, y: number): number {
  return (x - hips.x) * -up.y + (y - hips.y) * up.x;
}

/** Half the width of a torso at a height, with the flesh beside the hips. */
export function halfWidthOfTorso(torso: TorsoFrame, height: number): number {
  const hips = torso.hipHalf * HIP_FLESH;
  const half = hips + (torso.shoulderHalf - hips) * Math.max(0, Math.min(1, height));
  return Math.max(torso.length * MIN_HALF, half);
}

/** How far up the neck a place lies, 1 at the ears, and how far aside of it, both in its length. */
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

/** How far up the neck its throat is seen, so far aside of it: to the chin, and beside it to the jaw; both in its length. */
export function chinAt({ neck }: TorsoFrame, aside: number): number {
  return neck.chin - CHIN_MARGIN + JAW * aside;
}

/** Whether a place of the person belongs to the head with its hair. */
export function isInHead(torso: TorsoFrame, x: number, y: number): boolean {
  const { up, aside } = toNeckSpace(torso, x, y);
  return up > HEAD_FROM && aside < HEAD_HALF + (up - 1) * 0.2;
}
