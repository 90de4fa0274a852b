import { deviation, mean, smoothstep, softClamp } from '../../vision/math.ts';
import { drawNormal } from './seeded-random.ts';

/** A value for every time in seconds. */
export type Curve = (seconds: number) => number;

/** Values before and after the ends of a curve, which its spline needs. */
const BEYOND = 6;
/** A B-spline is flatter than its points. */
const SPLINE_GAIN = 1.5;

/**
 * Noise of values that lie `spacingS` apart, joined by a cubic B-spline: its speed and its acceleration are continuous.
 * Draws the same count of numbers for the same length.
 */
export function createNoise(random: () => number, spacingS: number, lengthS: number): Curve {
  const count = Math.ceil(lengthS / spacingS) + BEYOND;
  const values = Float64Array.from({ length: count }, () => drawNormal(random));
  const start = random();
  return (seconds) => {
    const position = seconds / spacingS + start + 1;
    const at = Math.min(count - 3, Math.max(1, Math.floor(position)));
    const t = position - at;
    const rest = 1 - t;
    const sum =
      rest ** 3 * values[at - 1] +
      (3 * t ** 3 - 6 * t * t + 4) * values[at] +
      (-3 * t ** 3 + 3 * t * t + 3 * t + 1) * values[at + 1] +
      t ** 3 * values[at + 2];
    return (sum / 6) * SPLINE_GAIN;
  };
}

/**
 * Scales values so that their median standard deviation within `window` of them is `spread`, within ±`farthest` of where they
 * are on average around then: a few random values alone make one clip stiff and let the next one sway.
 */
export function normaliseSpread(
  values: Float64Array,
  {
    window,
    spread,
    farthest,
  }: { readonly window: number; readonly spread: number; readonly farthest: number },
): Float64Array {
  const drift = movingAverage(values, window);
  const moved = values.map((value, index) => value - drift[index]);
  const scale = spread / (medianSpread(moved, window) || 1);
  return moved.map((value) => softClamp(value * scale, farthest));
}

/** The median of standard deviations within `window` values. */
export function medianSpread(values: Float64Array, window: number): number {
  const length = Math.min(values.length, Math.max(2, window));
  const spreads: number[] = [];
  for (let start = 0; start + length <= values.length; start += 1) {
    spreads.push(deviation(values.subarray(start, start + length)));
  }
  return spreads.toSorted((a, b) => a - b)[spreads.length >> 1];
}

/** Every value becomes the mean of those up to `reach` before and after it. */
export function movingAverage(values: Float64Array, reach: number): Float64Array {
  return values.map((_, index) =>
    mean(values.subarray(Math.max(0, index - reach), index + reach + 1)),
  );
}

/** 0, up to 1 at time 0 after `riseS`, and back to 0 within `fallS`. */
export function pulseAt(seconds: number, riseS: number, fallS: number): number {
  return seconds < 0 ? smoothstep(-riseS, 0, seconds) : 1 - smoothstep(0, fallS, seconds);
}
