import { LEFT_BROW, LIPS_INNER, RIGHT_BROW } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { type FrontalShape, meanY } from './face-shape.ts';

/** Movement of brows and gap between lips (both in centimetres) and the smile at which a face is fully expressive. */
const MOVED_BROWS = 0.35;
const OPEN_MOUTH = 1.2;
const WIDE_SMILE = 0.5;
/** Brow movements below this (centimetres) are ignored: meshes are not more accurate. */
const STILL_BROWS = 0.08;
const BROWS = [...LEFT_BROW, ...RIGHT_BROW];
const CORNERS = [33, 133, 362, 263];
/** Height of brows above that of the average face (centimetres) over which they may be raised: own ones differ by 0.4. */
const RAISED_BROWS = [0.2, 0.5] as const;
const [UPPER_LIP, LOWER_LIP] = [LIPS_INNER[5], LIPS_INNER[15]];

/** Returns the distance of a face from rest, 0..1; `smile` is the amount of its smile. */
export function measureExpression(shape: FrontalShape, rest: FrontalShape, smile: number): number {
  let moved = 0;
  for (const point of BROWS) {
    const x = shape[point * 3] - rest[point * 3];
    const y = shape[point * 3 + 1] - rest[point * 3 + 1];
    moved += Math.hypot(x, y) / BROWS.length;
  }
  const brows = Math.max(0, moved - STILL_BROWS) / MOVED_BROWS;
  return clamp(brows + measureMouth(shape, smile), 0, 1);
}

/**
 * Returns how far a face may be from rest that was not seen before, 0..1; `usualBrows` is the height of the average
 * face's brows above the eyes.
 */
export function estimateExpression(shape: FrontalShape, usualBrows: number, smile: number): number {
  const higher = -measureBrowOffset(shape) - usualBrows;
  return clamp(smoothstep(...RAISED_BROWS, higher) + measureMouth(shape, smile), 0, 1);
}

/** Returns the mean y of the brows, relative to that of the corners of the eyes. */
export function measureBrowOffset(points: Readonly<Float32Array>): number {
  return meanY(points, BROWS) - meanY(points, CORNERS);
}

function measureMouth(shape: FrontalShape, smile: number): number {
  const gap = shape[LOWER_LIP * 3 + 1] - shape[UPPER_LIP * 3 + 1];
  return smile / WIDE_SMILE + Math.max(0, gap) / OPEN_MOUTH;
}
