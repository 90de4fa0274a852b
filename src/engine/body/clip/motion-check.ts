import type { I420Frame } from '../../pixels/frame.ts';
import { quantileOf } from '../body-build.ts';
import { joint, JOINT_VALUES, limbJoints, limbs, torsoLengthOf } from '../joints.ts';
import { NEW_CONFIDENCE, type PoseFinder } from '../pose-finder.ts';
import type { CharacterMotion } from '../retarget.ts';

/** How well drawn frames do what was asked of them. */
export interface MotionMetrics {
  /** Median distance of joints from where they were to be, in lengths of the torso; null where nobody was found in any frame. */
  readonly jointError: number | null;
  /** Fraction of the frames that were looked at in which a person was found. */
  readonly foundFraction: number;
}

/** What was found in some of the drawn frames. */
export interface MotionSamples {
  /** Distances of joints from where they were to be, in lengths of the torso. */
  readonly errors: readonly number[];
  /** Frames that were looked at, and those in which a person was found. */
  readonly looks: number;
  readonly found: number;
}

/** Looks at some of the drawn frames with the network that saw the driver. */
export interface MotionCheck {
  /** Looks at a drawn frame when its turn comes. */
  add(frame: I420Frame, index: number): void;
  samples(): MotionSamples;
  summarise(): MotionMetrics;
  /** Time it took, in milliseconds. */
  busyMs(): number;
}

/** So many frames of a result are looked at, evenly. */
const MAX_LOOKS = 24;

/** A check of the frames of a motion. */
export function createMotionCheck(
  finder: PoseFinder,
  { poses, follows }: Pick<CharacterMotion, 'poses' | 'follows'>,
): MotionCheck {
  const every = Math.max(1, Math.floor(poses.length / MAX_LOOKS));
  const checked = [
    joint.leftShoulder,
    joint.rightShoulder,
    ...limbs.flatMap((limb) => (follows[limb] ? limbJoints[limb].slice(1) : [])),
  ];
  const errors: number[] = [];
  let looks = 0;
  let found = 0;
  let busyMs = 0;
  return {
    add(frame, index) {
      const pose = poses[index];
      if (index % every !== 0 || pose === undefined) {
        return;
      }
      const startedAtMs = performance.now();
      looks += 1;
      const [region] = finder.detect(frame);
      const seen = region === undefined ? null : finder.read(frame, region, NEW_CONFIDENCE);
      const again = seen === null ? null : finder.read(frame, seen.next, NEW_CONFIDENCE);
      if (again !== null) {
        found += 1;
        errors.push(...measureErrors(again.pose.joints, pose.joints, checked));
      }
      busyMs += performance.now() - startedAtMs;
    },
    samples: () => ({ errors, looks, found }),
    summarise: () => summariseMotion([{ errors, looks, found }]),
    busyMs: () => busyMs,
  };
}

/** How well the frames of all parts do what was asked of them. */
export function summariseMotion(parts: readonly MotionSamples[]): MotionMetrics {
  const errors = parts.flatMap((part) => part.errors);
  const looks = parts.reduce((sum, part) => sum + part.looks, 0);
  const found = parts.reduce((sum, part) => sum + part.found, 0);
  return {
    jointError: errors.length === 0 ? null : quantileOf(errors, 0.5),
    foundFraction: looks === 0 ? 0 : found / looks,
  };
}

function measureErrors(
  seen: Float32Array,
  wanted: Float32Array,
  checked: readonly number[],
): number[] {
  const size = torsoLengthOf(wanted) || 1;
  return checked.map((index) => {
    const at = index * JOINT_VALUES;
    return Math.hypot(seen[at]! - wanted[at]!, seen[at + 1]! - wanted[at + 1]!) / size;
  });
}
