/**
 * Measures the luma range of a face in its frame. Mist, a cheap lens and soft light leave no black in a frame, and
 * highlights of a photo's flash do not belong in a dim room: detail of the source outside of the target's range is
 * drawn with less contrast.
 */
import { clamp } from '../../vision/math.ts';

/** Luma range of a face without its extremes. */
export interface LumaRange {
  darkest: number;
  brightest: number;
}

/** Fraction of the points that are darker than the darkest, and of those brighter than the brightest. */
const EXTREME = 0.02;
/** Steps of luma by which the range may be exceeded: pupils and highlights are smaller than a sample. */
const BEYOND = 4;
/** Minimum factor of contrast. */
const MIN = 0.5;
const LUMAS = 256;
/** Certainty of `bare` above which a point is counted. */
const SEEN = 0.5;

/**
 * Sets the luma range of a face from many points. `bare` is the certainty that a point is not hidden by hair or other
 * things, 0..1. When all points are hidden the range does not change.
 */
export function measureLumaRange(luma: Float32Array, bare: Float32Array, range: LumaRange): void {
  counts.fill(0);
  let seen = 0;
  for (let point = 0; point < luma.length; point += 1) {
    if (bare[point] > SEEN) {
      counts[clamp(Math.round(luma[point]), 0, LUMAS - 1)] += 1;
      seen += 1;
    }
  }
  if (seen === 0) {
    return;
  }
  const extreme = Math.ceil(EXTREME * seen);
  let dark = 0;
  for (let below = counts[0]; below < extreme; below += counts[dark]) {
    dark += 1;
  }
  let bright = LUMAS - 1;
  for (let above = counts[bright]; above < extreme; above += counts[bright]) {
    bright -= 1;
  }
  range.darkest = dark;
  range.brightest = bright;
}

const counts = new Uint16Array(LUMAS);

/** Returns the factor of contrast that keeps skin of a luma, with a `detail` that differs from it, within a range. */
export function limitContrast(
  { darkest, brightest }: Readonly<LumaRange>,
  luma: number,
  detail: number,
): number {
  const headroom = detail > 0 ? brightest + BEYOND - luma : luma - darkest + BEYOND;
  const needed = Math.abs(detail);
  return needed <= headroom ? 1 : clamp(headroom / needed, MIN, 1);
}
