import { LEFT_BROW, LIPS_INNER, RIGHT_BROW } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import type { FrontalShape } from './face-shape.ts';

/** How far brows are from rest, lips apart (both centimetres) and how wide a smile is where a face is not calm at all. */
const MOVED_BROWS = 0.35;
const OPEN_MOUTH = 1.2;
const WIDE_SMILE = 0.5;
/** Brows that are nearer to rest (centimetres) are there: meshes are not more exact. */
const STILL_BROWS = 0.08;
const BROWS = [...LEFT_BROW, ...RIGHT_BROW];
const [UPPER_LIP, LOWER_LIP] = [LIPS_INNER[5], LIPS_INNER[15]];

/** How far a face is from rest, 0..1; `smile` is how much it smiles. */
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
