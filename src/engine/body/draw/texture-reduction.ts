/** Chooses how much textures are reduced that are drawn smaller than they are. */
import { clamp } from '../../vision/math.ts';

/** Added to a ratio of sizes before its whole part becomes the reduction of the textures; finer ones would flicker. */
const ROUND_UP = 0.35;
/** Change of that ratio beyond a limit from which on another texture is used, so that none alternate near it. */
const SLACK = 0.1;
/** Largest reduction; what is drawn smaller is a dot. */
const MAX_REDUCTION = 8;

/** Returns the whole factors by which textures have to be reduced for some scales, the smallest first. */
export function listReductions(scales: readonly number[]): readonly number[] {
  const reductions = new Set(scales.map((scale) => toReduction(1 / scale)));
  return reductions.size === 0 ? [1] : [...reductions].toSorted((a, b) => a - b);
}

/** Follows the scale of a layer from frame to frame, and chooses one of its reduced textures. */
export class ReductionChoice {
  /** Ascending. */
  readonly #reductions: readonly number[];
  #last: number | null = null;

  constructor(reductions: readonly number[]) {
    this.#reductions = reductions;
  }

  /** Returns the index of the reduction for the next frame. `scale` is in pixels of the frame per pixel of the still. */
  choose(scale: number): number {
    const ratio = 1 / scale;
    const wanted =
      this.#last === null
        ? toReduction(ratio)
        : clamp(this.#last, toReduction(ratio - SLACK), toReduction(ratio + SLACK));
    this.#last = wanted;
    return Math.max(
      0,
      this.#reductions.findLastIndex((reduction) => reduction <= wanted),
    );
  }
}

function toReduction(ratio: number): number {
  return clamp(Math.floor(ratio + ROUND_UP), 1, MAX_REDUCTION);
}
