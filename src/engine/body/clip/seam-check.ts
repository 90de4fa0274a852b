import { computeQuantile } from '../body-build.ts';
import type { BodyLayers } from '../character/body-character.ts';
import { type SeamMetrics, SeamMeter } from '../draw/seam-meter.ts';
import type { CharacterMotion } from '../retarget.ts';

/** Target for the number of evenly spaced poses that are measured; rounding can nearly double it. */
const MAX_CHECKS = 16;
/** Quantile of the measured poses that is reported. */
const WORST = 0.9;

/** Measures the seams of a character in the poses of a motion, and returns the 90 % quantile of each metric. */
export function measureSeams(
  character: BodyLayers,
  { poses, follows }: Pick<CharacterMotion, 'poses' | 'follows'>,
): SeamMetrics {
  const every = Math.max(1, Math.floor(poses.length / MAX_CHECKS));
  const meter = new SeamMeter(character, follows);
  try {
    const metrics = poses
      .filter((_, index) => index % every === 0)
      .map((pose) => meter.measure(pose));
    const worst = (valueOf: (metrics: SeamMetrics) => number): number =>
      computeQuantile(metrics.map(valueOf), WORST);
    return {
      holes: worst(({ holes }) => holes),
      slivers: worst(({ slivers }) => slivers),
      smears: worst(({ smears }) => smears),
    };
  } finally {
    meter.close();
  }
}

/** Returns the maximum of each metric over several characters; null for an empty list. */
export function findWorstSeams(all: readonly SeamMetrics[]): SeamMetrics | null {
  const worst = (valueOf: (seams: SeamMetrics) => number): number => Math.max(...all.map(valueOf));
  return all.length === 0
    ? null
    : {
        holes: worst(({ holes }) => holes),
        slivers: worst(({ slivers }) => slivers),
        smears: worst(({ smears }) => smears),
      };
}
