import { clamp, smoothingFactor } from '../../vision/math.ts';

/** Average depth of features in steps of luma; see `feature-depth.ts`. */
export interface FeatureDepths {
  /** Brows and eyes together. */
  readonly all: number;
  readonly brows: number;
  /** Left eye and right eye. */
  readonly eyes: readonly [left: number, right: number];
}

/** Depth of a target's features over time. */
export interface DepthMemory {
  /** Depths; they count only as far as `weight` says. */
  depths: FeatureDepths;
  /** Weight of the depths, 0..1: it fades in and out, because brows and eyes appear and disappear at once. */
  weight: number;
  /** Time since the depth was last measured. */
  unseenUs: number;
}

/** Time constant of the depth. */
const DEPTH_TIME_US = 230_000;
/**
 * Time without a measurement over which the depth stays, and the time over which its weight changes. Together they are
 * shorter than the warm-up of a segment, so that both sides of a seam have the same weight.
 */
const HELD_US = 1_000_000;
const FADE_US = 700_000;

/** Creates a memory without a depth. */
export function createDepthMemory(): DepthMemory {
  return { depths: { all: 0, brows: 0, eyes: [0, 0] }, weight: 0, unseenUs: 0 };
}

/** Averages measured depths into a memory; null if none were measured, `elapsedUs` null for a new face. */
export function rememberDepth(
  memory: DepthMemory,
  measured: FeatureDepths | null,
  elapsedUs: number | null,
): void {
  if (elapsedUs === null) {
    memory.weight = 0;
    memory.unseenUs = 0;
  }
  if (measured === null) {
    memory.unseenUs += elapsedUs ?? 0;
    const most = clamp(1 - (memory.unseenUs - HELD_US) / FADE_US, 0, 1);
    memory.weight = Math.min(memory.weight, most);
    return;
  }
  memory.unseenUs = 0;
  const known = memory.weight === 0 ? measured : memory.depths;
  const part = smoothingFactor(elapsedUs, DEPTH_TIME_US);
  const follow = (from: number, to: number): number => from + (to - from) * part;
  memory.depths = {
    all: follow(known.all, measured.all),
    brows: follow(known.brows, measured.brows),
    eyes: [follow(known.eyes[0], measured.eyes[0]), follow(known.eyes[1], measured.eyes[1])],
  };
  memory.weight = elapsedUs === null ? 1 : Math.min(1, memory.weight + elapsedUs / FADE_US);
}
