import type { FrontalShape } from '../../face/shape/face-shape.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';

/** Points of a ring around the lips: the lower half from corner to corner, then the upper half without the corners. */
const COLUMNS = 20;
const MIDDLE = 10;
/** Rings from the inner edge outwards, with the fraction of the inner edge's motion that each makes. */
const ROWS = [
  [1, 1],
  [3, 0.66],
  [2, 0.33],
] as const;
const X = 0;
const Z = 2;

/**
 * Aligns lips that meet in the frontal view in depth too, in place. In a mouth that was open in the portrait the lower
 * lip lies further back, and a head that looks up or down would show a gap.
 */
export function joinLips(shape: FrontalShape): void {
  for (let column = 1; column < MIDDLE; column += 1) {
    const lower = REFINED_LIPS[COLUMNS + column] * 3;
    const upper = REFINED_LIPS[COLUMNS + MIDDLE + column] * 3;
    for (const axis of [X, Z]) {
      const apart = (shape[lower + axis] - shape[upper + axis]) / 2;
      for (const [row, weight] of ROWS) {
        shape[REFINED_LIPS[row * COLUMNS + column] * 3 + axis] -= apart * weight;
        shape[REFINED_LIPS[row * COLUMNS + MIDDLE + column] * 3 + axis] += apart * weight;
      }
    }
  }
}
