import { clamp, smoothingFactor } from '../../vision/math.ts';

/** Depth of a target's features over time; see `feature-depth.ts`. */
export interface DepthMemory {
  /** Average depth in steps of luma; it counts only as far as `weight` says. */
  depth: number;
  /** Weight of the depth, 0..1: it fades in and out, because brows and eyes appear and disappear at once. */
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
  return { depth: 0, weight: 0, unseenUs: 0 };
}

/** Averages a measured depth into a memory; null if none was measured, `elapsedUs` null for a new face. */
export function rememberDepth(
  memory: DepthMemory,
  depth: number | null,
  elapsedUs: number | null,
): void {
  if (elapsedUs === null) {
    memory.weight = 0;
    memory.unseenUs = 0;
  }
  if (depth === null) {
    memory.unseenUs += elapsedUs ?? 0;
    const most = clamp(1 - (memory.unseenUs - HELD_US) / FADE_US, 0, 1);
    memory.weight = Math.min(memory.weight, most);
    return;
  }
  memory.unseenUs = 0;
  const known = memory.weight === 0 ? depth : memory.depth;
  memory.depth = known + (depth - known) * smoothingFactor(elapsedUs, DEPTH_TIME_US);
  memory.weight = elapsedUs === null ? 1 : Math.min(1, memory.weight + elapsedUs / FADE_US);
}
