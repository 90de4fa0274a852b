import type { FrontalShape } from '../../face/shape/face-shape.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { smoothstep } from '../../vision/math.ts';

/** Points of a ring around the lips, of which two are corners. */
const COLUMNS = 20;
const MIDDLE = 10;
const INNER_ROW = 1;
/** Rings outside of the inner edge, with the fraction of their distance to it by which they move at most. */
const ROWS = [
  [3, 0.6],
  [2, 0.2],
] as const;

/**
 * Drawn lip gaps in widths up to which lips are rolled inwards fully, and from which they are not: the dark line of
 * closed lips would frame small gaps.
 */
const PRESSED = [0.04, 0.12] as const;

/**
 * Rolls the lips of a shape with a gap (widths) inwards, in place, as lips do that press on each other or on the teeth:
 * the skin at their inner edges, with the dark line where they met, shows less.
 */
export function pressLips(shape: FrontalShape, gap: number): void {
  const amount = 1 - smoothstep(...PRESSED, gap);
  if (amount === 0) {
    return;
  }
  for (let column = 1; column < COLUMNS; column += 1) {
    if (column === MIDDLE) {
      continue;
    }
    const inner = REFINED_LIPS[INNER_ROW * COLUMNS + column] * 3;
    for (const [row, fraction] of ROWS) {
      const at = REFINED_LIPS[row * COLUMNS + column] * 3;
      for (let axis = 0; axis < 3; axis += 1) {
        shape[at + axis] += (shape[inner + axis] - shape[at + axis]) * fraction * amount;
      }
    }
  }
}
