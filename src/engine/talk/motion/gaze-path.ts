/**
 * Gaze against that of the portrait, as fractions of the eye's width: towards the inner corner of the left eye, and
 * down.
 */
export interface GazeShift {
  readonly along: number;
  readonly below: number;
}

/** Amplitudes of small saccades at rest and of glances aside; chance of a glance. */
const REST_REACH = 0.022;
const ASIDE_REACH = 0.09;
const ASIDE_CHANCE = 0.16;
/** Factor of vertical against horizontal gaze. */
const VERTICAL = 0.35;
const REST_S = [0.5, 1.9] as const;
const ASIDE_S = [0.35, 0.75] as const;

/** Plans the gaze of every frame; it moves in saccades without transitions. */
export function planGaze(count: number, fps: number, random: () => number): GazeShift[] {
  let current: GazeShift = { along: 0, below: 0 };
  let untilS = 0;
  let isAside = false;
  return Array.from({ length: count }, (_, frame) => {
    if (frame / fps >= untilS) {
      isAside = !isAside && random() < ASIDE_CHANCE;
      const reach = isAside ? ASIDE_REACH : REST_REACH;
      const [shortest, longest] = isAside ? ASIDE_S : REST_S;
      current = {
        along: (random() * 2 - 1) * reach,
        below: (random() * 2 - 1) * reach * VERTICAL,
      };
      untilS = frame / fps + shortest + (longest - shortest) * random();
    }
    return current;
  });
}
