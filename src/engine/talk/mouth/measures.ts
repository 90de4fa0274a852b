/**
 * A mouth in four numbers, read from a face as seen straight from the front. All are in widths of the average closed
 * mouth and not of the person's own, which a smile makes a fifth wider: everything they say would be overdone.
 */

/** Width of the closed mouth of the canonical head, in centimetres: the unit of all measures. */
export const MOUTH_WIDTH_CM = 5.05;

/** What is measured of a mouth. */
export const mouthMeasureNames = ['open', 'wide', 'jaw', 'lift'] as const;

/** See {@link mouthMeasureNames}. */
export type MouthMeasureName = (typeof mouthMeasureNames)[number];

/**
 * A mouth, or how far one is from another: `open` is the gap between the inner edges of the lips, `wide` lies between the
 * corners, `jaw` is how far the chin is below the nose, `lift` how high the upper lip is.
 */
export type MouthMeasures = Readonly<Record<MouthMeasureName, number>>;

/** Inner edges of the upper and the lower lip, column by column, without the corners. */
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
const NOSE_BASE = 2;
const UPPER_LIP = 0;

/** The measures of a frontal shape (x, y down and z of every mesh point, in centimetres), not against anything. */
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

/** How far a mouth is from another. */
export function subtractMouth(from: MouthMeasures, other: MouthMeasures): MouthMeasures {
  return {
    open: from.open - other.open,
    wide: from.wide - other.wide,
    jaw: from.jaw - other.jaw,
    lift: from.lift - other.lift,
  };
}

/** A mouth with all measures made so many times as large. */
export function scaleMouth(mouth: MouthMeasures, factor: number): MouthMeasures {
  return {
    open: mouth.open * factor,
    wide: mouth.wide * factor,
    jaw: mouth.jaw * factor,
    lift: mouth.lift * factor,
  };
}

/** How lopsided a mouth is, in widths: talk is not, grimaces are. */
export function measureSkew(shape: ArrayLike<number>): number {
  const [leftEye, rightEye] = [33, 263];
  const x = (point: number): number => shape[point * 3];
  const aside = (x(LEFT_CORNER) + x(RIGHT_CORNER) - x(leftEye) - x(rightEye)) / 2;
  const tilted = shape[LEFT_CORNER * 3 + 1] - shape[RIGHT_CORNER * 3 + 1];
  return (Math.abs(tilted) + Math.abs(aside)) / MOUTH_WIDTH_CM;
}
