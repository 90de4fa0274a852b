/**
 * How dark and how bright a face gets in its picture. Mist, a cheap lens and soft light leave no black in a picture, and a flash that
 * burnt a photo's nose out is none of a dull room: what is drawn darker or brighter than all there was is drawn with less contrast.
 */
import { clamp } from '../../vision/math.ts';

/** Luma that all of a face but its extremes lies between. */
export interface LumaRange {
  darkest: number;
  brightest: number;
}

/** Part of the points that are darker than the darkest, and brighter than the brightest. */
const EXTREME = 0.02;
/** By how much that may be passed, in steps of luma: pupils and highlights are smaller than what is sampled. */
const BEYOND = 4;
/** What is left of contrast at least. */
const LEAST = 0.5;
const LUMAS = 256;
const SEEN = 0.5;

/**
 * Sets what luma at many points of a face ranges between. Hair and things before it are none of it: `bare` tells how surely a point is
 * not hidden, 0..1. Where all are hidden, the range stays as it was.
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

/** What a contrast is multiplied by where skin of a luma has detail that differs from it by `detail`, so that it stays in a range. */
export function limitContrast(
  { darkest, brightest }: Readonly<LumaRange>,
  luma: number,
  detail: number,
): number {
  const headroom = detail > 0 ? brightest + BEYOND - luma : luma - darkest + BEYOND;
  const needed = Math.abs(detail);
  return needed <= headroom ? 1 : clamp(headroom / needed, LEAST, 1);
}
