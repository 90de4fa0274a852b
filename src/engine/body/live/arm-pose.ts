import type { Point } from '../../pixels/fill-polygon.ts';
import { clamp, smoothingFactor, smoothstep } from '../../vision/math.ts';
import { jointAt } from '../character/limb-line.ts';
import { joint, JOINT_VALUES, limbJoints, limbTips } from '../joints.ts';

/** An arm. */
export type Arm = 'leftArm' | 'rightArm';

/** Both arms. */
export const arms: readonly Arm[] = ['leftArm', 'rightArm'];

/** Number of bones: upper arm, forearm and hand. */
const BONES = 3;
/** Typical lengths of the bones in centimetres at the scale of the face; longer bones are measured. */
const USUAL_CM = [25, 22, 8] as const;
/** Maximum measured length, relative to the typical one. */
const LONGEST = 1.35;
/** Time constant over which a measured length returns to the typical one, for the case of another person. */
const FORGET_US = 60_000_000;
/** Minimum visible fraction of a bone's length, for bones that point at the camera. */
const SHORTEST = 0.3;
/** Visibility of a joint at which it begins to count, and at which it counts fully. */
const BELIEVED = [0.35, 0.7] as const;
/**
 * Time constants of an arm's weight and of its motion. The latter falls with the size of a move: to half at `AT_ONCE`,
 * so that jitter is smoothed and fast moves are not.
 */
const TRUST_TIME_US = 180_000;
const CALM_TIME_US = 160_000;
const AT_ONCE = 0.16;

/**
 * A visible bone: its direction in the frame (unit vector), the visible fraction of its length, and its weight 0..1.
 */
export interface VisibleBone {
  x: number;
  y: number;
  length: number;
  trust: number;
}

/** Tracks the arms of a streamer from joints that arrive every few frames. */
export class ArmPose {
  readonly #seen: Record<Arm, readonly VisibleBone[]> = {
    leftArm: createBones(),
    rightArm: createBones(),
  };
  readonly #target: Record<Arm, readonly VisibleBone[]> = {
    leftArm: createBones(),
    rightArm: createBones(),
  };
  readonly #longestCm: number[] = [...USUAL_CM];

  /** Returns the bones of an arm, from shoulder to fingers. */
  bonesOf(arm: Arm): readonly Readonly<VisibleBone>[] {
    return this.#seen[arm];
  }

  /**
   * Receives the joints of a frame; null if nobody was found. `perCm` is the number of pixels per centimetre at the
   * face.
   */
  see(joints: Float32Array | null, perCm: number, elapsedUs: number): void {
    for (const arm of arms) {
      this.#target[arm].forEach((bone, index) => {
        if (joints === null) {
          bone.trust = 0;
        } else {
          this.#measure(bone, { joints, arm, index, perCm, elapsedUs });
        }
      });
    }
  }

  /** Advances towards the last received pose; `elapsedUs` is null after a gap, which jumps there at once. */
  advance(elapsedUs: number | null): void {
    for (const arm of arms) {
      this.#seen[arm].forEach((bone, index) => {
        const target = this.#target[arm][index]!;
        const isNew = elapsedUs === null || bone.trust < 0.02;
        bone.trust += (target.trust - bone.trust) * smoothingFactor(elapsedUs, TRUST_TIME_US);
        if (target.trust > 0) {
          follow(bone, target, isNew ? null : elapsedUs);
        }
      });
    }
  }

  #measure(
    bone: VisibleBone,
    seen: {
      readonly joints: Float32Array;
      readonly arm: Arm;
      readonly index: number;
      readonly perCm: number;
      readonly elapsedUs: number;
    },
  ): void {
    const { joints, arm, index, perCm, elapsedUs } = seen;
    const [from, to] = findBonePoints(joints, arm, index);
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const lengthCm = Math.hypot(dx, dy) / perCm;
    bone.trust = smoothstep(...BELIEVED, computeVisibility(joints, arm, index));
    if (lengthCm === 0 || bone.trust === 0) {
      return;
    }
    const usual = USUAL_CM[index]!;
    const known = this.#longestCm[index]!;
    const forgotten = known + (usual - known) * (elapsedUs / FORGET_US);
    const longest = Math.max(forgotten, Math.min(lengthCm, usual * LONGEST) * bone.trust);
    this.#longestCm[index] = longest;
    bone.x = dx / (lengthCm * perCm);
    bone.y = dy / (lengthCm * perCm);
    bone.length = clamp(lengthCm / longest, SHORTEST, 1);
  }
}

/** Moves a bone towards a target, by a small part of a short distance and most of a long one. */
function follow(bone: VisibleBone, target: Readonly<VisibleBone>, elapsedUs: number | null): void {
  const away = Math.hypot(target.x - bone.x, target.y - bone.y, target.length - bone.length);
  const weight = smoothingFactor(elapsedUs, CALM_TIME_US / (1 + (away / AT_ONCE) ** 2));
  bone.length += (target.length - bone.length) * weight;
  const x = bone.x + (target.x - bone.x) * weight;
  const y = bone.y + (target.y - bone.y) * weight;
  const length = Math.hypot(x, y);
  // Opposite directions have no useful mean.
  [bone.x, bone.y] = length < 0.1 ? [target.x, target.y] : [x / length, y / length];
}

function findBonePoints(joints: Float32Array, arm: Arm, index: number): readonly [Point, Point] {
  const ids = limbJoints[arm];
  if (index < BONES - 1) {
    return [jointAt(joints, ids[index]!), jointAt(joints, ids[index + 1]!)];
  }
  const [one, other] = limbTips[arm].slice(0, 2).map((tip) => jointAt(joints, tip));
  return [jointAt(joints, ids[2]), [(one![0] + other![0]) / 2, (one![1] + other![1]) / 2]];
}

/** Returns the lower visibility of both ends of a bone; for the hand, that of the wrist. */
function computeVisibility(joints: Float32Array, arm: Arm, index: number): number {
  const at = (number: number): number => joints[number * JOINT_VALUES + 3]!;
  const [shoulder, elbow, wrist] = limbJoints[arm].map(at);
  return index === 0
    ? Math.min(shoulder!, elbow!)
    : index === 1
      ? Math.min(elbow!, wrist!)
      : wrist!;
}

function createBones(): readonly VisibleBone[] {
  return Array.from({ length: BONES }, () => ({ x: 0, y: 1, length: 1, trust: 0 }));
}

/** Returns whether joints belong to the person with this face: the nose is near the middle of the face. */
export function isOfFace(joints: Float32Array, face: FaceSpot): boolean {
  const [x, y] = jointAt(joints, joint.nose);
  return Math.hypot(x - face.x, y - face.y) < face.size;
}

/** Position of the middle of a face in a frame, and its size; pixels. */
export interface FaceSpot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}
