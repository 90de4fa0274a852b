/**
 * Four measures of a mouth in a frontal face. The unit is the width of the average closed mouth, not of the person's
 * own, which a smile widens by a fifth and would exaggerate all speech.
 */
import { NOSE_BASE } from '../../track/mesh-points.ts';

/** Width of the closed mouth of the canonical head, in centimetres: the unit of all measures. */
export const MOUTH_WIDTH_CM = 5.05;

/** Names of the measures. */
export const mouthMeasureNames = ['open', 'wide', 'jaw', 'lift'] as const;

/** See {@link mouthMeasureNames}. */
export type MouthMeasureName = (typeof mouthMeasureNames)[number];

/**
 * Mouth, or difference of two mouths: `open` is the gap between the inner lip edges, `wide` the distance of the
 * corners, `jaw` the distance of the chin below the root of the nose, `lift` the height of the upper lip against the
 * nose.
 */
export type MouthMeasures = Readonly<Record<MouthMeasureName, number>>;

/** Pairs of points on the inner edges of the upper and lower lip, without the corners. */
const INNER_COLUMNS = [
  [81, 178],
  [82, 87],
  [13, 14],
  [312, 317],
  [311, 402],
] as const;
const LEFT_CORNER = 61;
const RIGHT_CORNER = 291;
const CHIN = 152;
const NOSE_ROOT = 168;
const UPPER_LIP = 0;

/** Measures a frontal shape (x, y down and z of every mesh point, in centimetres) in absolute terms. */
export function measureMouth(shape: ArrayLike<number>): MouthMeasures {
  const y = (point: number): number => shape[point * 3 + 1];
  let open = 0;
  for (const [upper, lower] of INNER_COLUMNS) {
    open += (y(lower) - y(upper)) / INNER_COLUMNS.length;
  }
  const wide = Math.hypot(
    shape[RIGHT_CORNER * 3] - shape[LEFT_CORNER * 3],
    y(RIGHT_CORNER) - y(LEFT_CORNER),
  );
  return {
    open: open / MOUTH_WIDTH_CM,
    wide: wide / MOUTH_WIDTH_CM,
    jaw: (y(CHIN) - y(NOSE_ROOT)) / MOUTH_WIDTH_CM,
    lift: (y(NOSE_BASE) - y(UPPER_LIP)) / MOUTH_WIDTH_CM,
  };
}

/** Returns the difference of two mouths. */
export function subtractMouth(from: MouthMeasures, other: MouthMeasures): MouthMeasures {
  return {
    open: from.open - other.open,
    wide: from.wide - other.wide,
    jaw: from.jaw - other.jaw,
    lift: from.lift - other.lift,
  };
}

/** Multiplies all measures by a factor. */
export function scaleMouth(mouth: MouthMeasures, factor: number): MouthMeasures {
  return {
    open: mouth.open * factor,
    wide: mouth.wide * factor,
    jaw: mouth.jaw * factor,
    lift: mouth.lift * factor,
  };
}

/** Returns the asymmetry of a mouth, in widths: low in speech, high in grimaces. */
export function measureSkew(shape: ArrayLike<number>): number {
  const [leftEye, rightEye] = [33, 263];
  const x = (point: number): number => shape[point * 3];
  const aside = (x(LEFT_CORNER) + x(RIGHT_CORNER) - x(leftEye) - x(rightEye)) / 2;
  const tilted = shape[LEFT_CORNER * 3 + 1] - shape[RIGHT_CORNER * 3 + 1];
  return (Math.abs(tilted) + Math.abs(aside)) / MOUTH_WIDTH_CM;
}
