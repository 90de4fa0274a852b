import { LEFT_BROW, LIPS_INNER, RIGHT_BROW } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import type { FrontalShape } from './face-shape.ts';

/** Movement of brows and gap between lips (both in centimetres) and the smile at which a face is fully expressive. */
const MOVED_BROWS = 0.35;
const OPEN_MOUTH = 1.2;
const WIDE_SMILE = 0.5;
/** Brow movements below this (centimetres) are ignored: meshes are not more accurate. */
const STILL_BROWS = 0.08;
const BROWS = [...LEFT_BROW, ...RIGHT_BROW];
const [UPPER_LIP, LOWER_LIP] = [LIPS_INNER[5], LIPS_INNER[15]];

/** Returns the distance of a face from rest, 0..1; `smile` is the amount of its smile. */
export function measureExpression(shape: FrontalShape, rest: FrontalShape, smile: number): number {
  let moved = 0;
  for (const point of BROWS) {
    const x = shape[point * 3] - rest[point * 3];
    const y = shape[point * 3 + 1] - rest[point * 3 + 1];
    moved += Math.hypot(x, y) / BROWS.length;
  }
  const gap = shape[LOWER_LIP * 3 + 1] - shape[UPPER_LIP * 3 + 1];
  const brows = Math.max(0, moved - STILL_BROWS) / MOVED_BROWS;
  return clamp(smile / WIDE_SMILE + brows + Math.max(0, gap) / OPEN_MOUTH, 0, 1);
}
