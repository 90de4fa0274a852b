import type { FrontalShape } from '../../face/shape/face-shape.ts';
import { measureMouth, MOUTH_WIDTH_CM } from './measures.ts';

/** Inner lip edges from corner to corner without the corners, and the relative opening of each column. */
const UPPER = [191, 80, 81, 82, 13, 312, 311, 310, 415];
const LOWER = [95, 88, 178, 87, 14, 317, 402, 318, 324];
const ARCH = [0.45, 0.75, 0.95, 1, 1, 1, 0.95, 0.75, 0.45];
/** Mean of `ARCH` over the measured columns. */
const MEASURED_ARCH = 0.98;
/** Fraction of the gap that the lower lip moves. */
const LOWER_FRACTION = 0.7;

/**
 * Sets the lip gap of a shape, in widths, in place. Other measures move the lips too: without this, a lowered jaw would
 * part closed lips, and a narrow mouth would cross them.
 */
export function setLipGap(shape: FrontalShape, gap: number): void {
  const missing = (gap - measureMouth(shape).open) * MOUTH_WIDTH_CM;
  const change = missing / MEASURED_ARCH;
  for (let column = 0; column < UPPER.length; column += 1) {
    const upper = UPPER[column] * 3 + 1;
    const lower = LOWER[column] * 3 + 1;
    shape[lower] += change * LOWER_FRACTION * ARCH[column];
    shape[upper] -= change * (1 - LOWER_FRACTION) * ARCH[column];
    const crossed = shape[upper] - shape[lower];
    if (crossed > 0) {
      shape[lower] += crossed / 2;
      shape[upper] -= crossed / 2;
    }
  }
}
