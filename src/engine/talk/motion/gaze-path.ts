/** Where eyes look beside where those of the picture do, as parts of their width: towards the inner corner of the left eye, and down. */
export interface GazeShift {
  readonly along: number;
  readonly below: number;
}

/** Eyes that rest on somebody make small saccades; now and then they look aside for a moment. */
const REST_REACH = 0.022;
const ASIDE_REACH = 0.09;
const ASIDE_CHANCE = 0.16;
/** Up and down eyes move less. */
const VERTICAL = 0.35;
const REST_S = [0.5, 1.9] as const;
const ASIDE_S = [0.35, 0.75] as const;

/** The gaze of every frame; it jumps, as eyes do. */
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
