import type { I420Frame } from '../../pixels/frame.ts';
import { computeQuantile } from '../body-build.ts';
import { joint, JOINT_VALUES, limbJoints, limbs, toTorsoLength } from '../joints.ts';
import { NEW_CONFIDENCE, type PoseFinder } from '../pose-finder.ts';
import type { CharacterMotion } from '../retarget.ts';

/** Agreement of drawn frames with the wanted poses. */
export interface MotionMetrics {
  /**
   * Median distance of detected joints from the wanted ones, in torso lengths; null if nobody was found in any frame.
   */
  readonly jointError: number | null;
  /** Fraction of the checked frames in which a person was found. */
  readonly foundFraction: number;
}

/** Measurements of the checked frames. */
export interface MotionSamples {
  /** Distances of detected joints from the wanted ones, in torso lengths. */
  readonly errors: readonly number[];
  /** Number of checked frames, and of those in which a person was found. */
  readonly looks: number;
  readonly found: number;
}

/** Checks some of the drawn frames with the network that found the driver. */
export interface MotionCheck {
  /** Checks a drawn frame if it is one of the samples. */
  add(frame: I420Frame, index: number): void;
  samples(): MotionSamples;
  summarise(): MotionMetrics;
  /** Time spent on checks, in milliseconds. */
  busyMs(): number;
}

/** Target for the number of evenly spaced frames that are checked; rounding can nearly double it. */
const MAX_SAMPLES = 24;

/** Creates a check for the frames of a motion. */
export function createMotionCheck(
  finder: PoseFinder,
  { poses, follows }: Pick<CharacterMotion, 'poses' | 'follows'>,
): MotionCheck {
  const every = Math.max(1, Math.floor(poses.length / MAX_SAMPLES));
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

/** Summarises the measurements of all parts. */
export function summariseMotion(parts: readonly MotionSamples[]): MotionMetrics {
  const errors = parts.flatMap((part) => part.errors);
  const looks = parts.reduce((sum, part) => sum + part.looks, 0);
  const found = parts.reduce((sum, part) => sum + part.found, 0);
  return {
    jointError: errors.length === 0 ? null : computeQuantile(errors, 0.5),
    foundFraction: looks === 0 ? 0 : found / looks,
  };
}

function measureErrors(
  seen: Float32Array,
  wanted: Float32Array,
  checked: readonly number[],
): number[] {
  const size = toTorsoLength(wanted) || 1;
  return checked.map((index) => {
    const at = index * JOINT_VALUES;
    return Math.hypot(seen[at]! - wanted[at]!, seen[at + 1]! - wanted[at + 1]!) / size;
  });
}
