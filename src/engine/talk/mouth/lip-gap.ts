import type { FrontalShape } from '../../face/shape/face-shape.ts';
import { measureMouth, MOUTH_WIDTH_CM } from './measures.ts';

/** Inner edges of the lips from corner to corner, without the corners, and how much each column opens. */
const UPPER = [191, 80, 81, 82, 13, 312, 311, 310, 415];
const LOWER = [95, 88, 178, 87, 14, 317, 402, 318, 324];
const ARCH = [0.45, 0.75, 0.95, 1, 1, 1, 0.95, 0.75, 0.45];
/** Mean of it over the columns that are measured. */
const MEASURED_ARCH = 0.98;
/** How much of a gap the lower lip makes. */
const LOWER_FRACTION = 0.7;

/**
 * Sets the gap between the lips of a shape, in widths, in place. Other measures move lips as well: without this, a jaw that
 * goes down parts lips that are to be closed, and a mouth that gets narrow crosses them.
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
