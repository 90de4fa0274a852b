import { boxBlur } from './box-blur.ts';
import { distanceTo } from './regions.ts';

/** Lightness and darkness of an edge beyond both of its sides, as in halos: means along the edge, 0..255. */
export interface EdgeRim {
  readonly light: number;
  readonly dark: number;
  /** Number of edge pixels with known sides. */
  readonly count: number;
}

/** Half the width of an edge, and the radius within which its sides are averaged, in pixels. */
const BAND = 2;
const SIDE = 6;
/** Tolerated difference: grain, texture, single hairs. */
const TOLERANCE = 10;
/** Minimum known fraction of a square beside the edge. */
const MIN = 0.04;

/**
 * Measures the rim around the mask `inside` (1 or 0) in a plane of luma, rows of `width`; only where `isMeasured`
 * holds.
 */
export function measureRim(
  plane: Float32Array,
  inside: Uint8Array,
  {
    width,
    isMeasured,
  }: { readonly width: number; readonly isMeasured: (index: number) => boolean },
): EdgeRim {
  const outside = inside.map((value) => 1 - value);
  const fromInside = distanceTo(inside, width);
  const fromOutside = distanceTo(outside, width);
  const front = meanWhere(plane, width, (index) => fromOutside[index] > BAND && isMeasured(index));
  const back = meanWhere(plane, width, (index) => fromInside[index] > BAND && isMeasured(index));
  let light = 0;
  let dark = 0;
  let count = 0;
  for (let index = 0; index < plane.length; index += 1) {
    const isEdge = fromInside[index] <= BAND && fromOutside[index] <= BAND && isMeasured(index);
    const [one, other] = [front[index], back[index]];
    if (isEdge && !Number.isNaN(one) && !Number.isNaN(other)) {
      light += Math.max(0, plane[index] - Math.max(one, other) - TOLERANCE);
      dark += Math.max(0, Math.min(one, other) - plane[index] - TOLERANCE);
      count += 1;
    }
  }
  const total = Math.max(1, count);
  return { light: light / total, dark: dark / total, count };
}

/** Returns the mean of the selected values around every pixel; NaN where there are too few. */
function meanWhere(
  plane: Float32Array,
  width: number,
  isChosen: (index: number) => boolean,
): Float32Array {
  const weights = Float32Array.from(plane, (_, index) => (isChosen(index) ? 1 : 0));
  const sums = plane.map((value, index) => value * weights[index]);
  boxBlur(weights, width, SIDE);
  boxBlur(sums, width, SIDE);
  return sums.map((sum, index) => (weights[index] > MIN ? sum / weights[index] : Number.NaN));
}
