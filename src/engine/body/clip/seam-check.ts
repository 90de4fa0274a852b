import { quantileOf } from '../body-build.ts';
import type { BodyLayers } from '../character/body-character.ts';
import { type SeamMetrics, SeamMeter } from '../draw/seam-meter.ts';
import type { CharacterMotion } from '../retarget.ts';

/** So many poses of a motion are measured, evenly. */
const MAX_LOOKS = 16;
/** Of the looks the one that a tenth is worse than. */
const WORST = 0.9;

/** How torn a character is in the worst tenth of its poses. */
export function measureSeams(
  character: BodyLayers,
  { poses, follows }: Pick<CharacterMotion, 'poses' | 'follows'>,
): SeamMetrics {
  const every = Math.max(1, Math.floor(poses.length / MAX_LOOKS));
  const meter = new SeamMeter(character, follows);
  try {
    const looks = poses
      .filter((_, index) => index % every === 0)
      .map((pose) => meter.measure(pose));
    const worst = (valueOf: (look: SeamMetrics) => number): number =>
      quantileOf(looks.map(valueOf), WORST);
    return {
      holes: worst(({ holes }) => holes),
      slivers: worst(({ slivers }) => slivers),
      smears: worst(({ smears }) => smears),
    };
  } finally {
    meter.close();
  }
}

/** The worst of several characters; null of none. */
export function worstSeams(all: readonly SeamMetrics[]): SeamMetrics | null {
  const worst = (valueOf: (seams: SeamMetrics) => number): number => Math.max(...all.map(valueOf));
  return all.length === 0
    ? null
    : {
        holes: worst(({ holes }) => holes),
        slivers: worst(({ slivers }) => slivers),
        smears: worst(({ smears }) => smears),
      };
}
