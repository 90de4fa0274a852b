/** Votes whether each cell of a scene shows something in front of its person, from several frames. */
import { createBodyHull } from './body-hull.ts';
import { applyView } from './camera-path.ts';
import {
  type CellGrid,
  createColourMedian,
  type PixelColour,
  type AlignedFrame,
} from './cell-colours.ts';
import { readMask } from './person-hole.ts';
import type { PlateSample } from './plate-sample.ts';

/** Values of the network's mask: below the first is background, above the second is the person. */
const [NOBODY, PERSON] = [40, 160] as const;
/**
 * Maximum difference of a steady colour from its median, in levels; for luma at most `dark` plus `perLuma` per level
 * above black.
 */
const STEADY = { luma: 12, chroma: 7, dark: 4, perLuma: 0.15 } as const;
const BLACK = 16;
/** Minimum number of samples without the person that show the background. */
const MIN_FREE = 2;
/** Weight of a change, which is more reliable than no change. */
const OTHER_WEIGHT = 2;
/** Number of votes that have half of the full trust. */
const MIN_VOTES = 2;
/** Sum of the differences of all planes at which neighbouring cells have a similarity of 1/e, in levels. */
const LOOSE = 10;
/** Number of diffusion steps of one cell, and what remains after each. */
const [ROUNDS, FADE] = [160, 0.998] as const;

/** Votes of each cell, as numbers of samples. */
export interface OccluderVotes {
  /** Votes for an object in front of the person: nothing changes there when the person comes and goes. */
  readonly front: Float32Array;
  /** Votes for the person: the cell changes with them. */
  readonly behind: Float32Array;
}

/**
 * Agreement of joints and mask at a point: both show the body, only the mask does, only the joints do, neither does, or
 * it is unclear.
 */
type Seen = 'body' | 'mask' | 'missing' | 'free' | 'unknown';

function judge(mask: number, isInner: boolean, isOuter: boolean): Seen {
  if (mask > PERSON) {
    return isInner ? 'body' : 'mask';
  }
  if (mask >= NOBODY) {
    return 'unknown';
  }
  return isInner ? 'missing' : isOuter ? 'unknown' : 'free';
}

/** Counts votes; null if none is for an object. `frames` are those of the samples, `cells` their colours. */
export function countVotes(
  samples: readonly PlateSample[],
  frames: readonly (AlignedFrame & { readonly cells: Float32Array })[],
  grid: CellGrid,
): OccluderVotes | null {
  const masks = samples.map(({ pose }) => readMask(pose));
  const inner = samples.map(({ pose }) => createBodyHull(pose.joints, 'sure'));
  const outer = samples.map(({ pose }) => createBodyHull(pose.joints, 'possible'));
  const count = grid.across * grid.down;
  const [front, behind] = [new Float32Array(count), new Float32Array(count)];
  const [free, all] = [createColourMedian(samples.length), createColourMedian(samples.length)];
  const seen = Array.from(samples, (): Seen => 'unknown');
  let votes = 0;
  for (let cell = 0; cell < count; cell += 1) {
    const x = ((cell % grid.across) + 0.5) * grid.cell;
    const y = (Math.floor(cell / grid.across) + 0.5) * grid.cell;
    free.clear();
    all.clear();
    for (const [at, { cells: colours, back }] of frames.entries()) {
      const isInside = colours[cell * 3] >= 0;
      const [toX, toY] = applyView(back, x, y);
      seen[at] = isInside
        ? judge(masks[at](toX, toY), inner[at](toX, toY), outer[at](toX, toY))
        : 'unknown';
      if (isInside) {
        all.add(colours, cell * 3);
      }
      if (seen[at] === 'free') {
        free.add(colours, cell * 3);
      }
    }
    const usual = free.count() >= MIN_FREE ? free.read() : all.read();
    let [same, other, missing] = [0, 0, 0];
    for (const [at, { cells: colours }] of frames.entries()) {
      const isSame = isSteady(colours, cell * 3, usual);
      same += seen[at] === 'body' && isSame ? 1 : 0;
      other += (seen[at] === 'body' || seen[at] === 'mask') && !isSame ? 1 : 0;
      missing += seen[at] === 'missing' && isSame ? 1 : 0;
    }
    // Without enough samples of the background, a body of one plain colour would look the same.
    front[cell] = missing + (free.count() >= MIN_FREE ? Math.min(same, 2 * free.count()) : 0);
    behind[cell] = other * OTHER_WEIGHT;
    votes += front[cell];
  }
  return votes === 0 ? null : { front, behind };
}

function isSteady(colours: Float32Array, at: number, [y, u, v]: PixelColour): boolean {
  const max = Math.min(STEADY.luma, STEADY.dark + (y - BLACK) * STEADY.perLuma);
  return (
    Math.abs(colours[at] - y) <= max &&
    Math.abs(colours[at + 1] - u) <= STEADY.chroma &&
    Math.abs(colours[at + 2] - v) <= STEADY.chroma
  );
}

/**
 * Returns the probability of each cell to be in front of the person, 0..1. Votes diffuse to similar neighbours; cells
 * far from all votes are 0.
 */
export function spreadVotes(
  { front, behind }: OccluderVotes,
  colours: Float32Array,
  { across, down }: CellGrid,
): Float32Array {
  const trust = front.map(
    (value, cell) => (value + behind[cell]) / (value + behind[cell] + MIN_VOTES),
  );
  const voted = front.map((value, cell) => value / Math.max(1e-6, value + behind[cell]));
  let values = front.map((_, cell) => voted[cell] * trust[cell]);
  const likeness = (a: number, b: number): number => {
    const off =
      Math.abs(colours[a * 3] - colours[b * 3]) +
      Math.abs(colours[a * 3 + 1] - colours[b * 3 + 1]) +
      Math.abs(colours[a * 3 + 2] - colours[b * 3 + 2]);
    return Math.exp(-((off / LOOSE) ** 2)) + 1e-4;
  };
  const right = values.map((_, cell) => ((cell + 1) % across === 0 ? 0 : likeness(cell, cell + 1)));
  const below = values.map((_, cell) =>
    cell + across >= values.length ? 0 : likeness(cell, cell + across),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float32Array(values.length);
    for (let cell = 0; cell < next.length; cell += 1) {
      let [sum, weight] = [0, 1e-6];
      const add = (other: number, alike: number): void => {
        sum += values[other] * alike;
        weight += alike;
      };
      if (cell % across > 0) {
        add(cell - 1, right[cell - 1]);
      }
      if (right[cell] > 0) {
        add(cell + 1, right[cell]);
      }
      if (cell >= across) {
        add(cell - across, below[cell - across]);
      }
      if (cell < (down - 1) * across) {
        add(cell + across, below[cell]);
      }
      const around = (sum / weight) * FADE;
      next[cell] = around + (voted[cell] - around) * trust[cell];
    }
    values = next;
  }
  return values;
}
