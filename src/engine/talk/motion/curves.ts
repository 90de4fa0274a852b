import { deviation, mean, smoothstep, softClamp } from '../../vision/math.ts';
import { drawNormal } from './seeded-random.ts';

/** Function of time in seconds. */
export type Curve = (seconds: number) => number;

/** Number of control values beyond the ends of a curve, which its spline needs. */
const BEYOND = 6;
/** Compensates the flattening of a B-spline. */
const SPLINE_GAIN = 1.5;

/**
 * Creates noise from values `spacingS` apart on a cubic B-spline, with continuous velocity and acceleration. It draws
 * the same number of random values for the same length.
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
 * Removes drift and scales values so that their median standard deviation within `window` values is `spread`, softly
 * clamped to ±`farthest`: with a few random values, one clip would be stiff and the next would sway.
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

/** Returns the median of the standard deviations within `window` values. */
export function medianSpread(values: Float64Array, window: number): number {
  const length = Math.min(values.length, Math.max(2, window));
  const spreads: number[] = [];
  for (let start = 0; start + length <= values.length; start += 1) {
    spreads.push(deviation(values.subarray(start, start + length)));
  }
  return spreads.toSorted((a, b) => a - b)[spreads.length >> 1];
}

/** Centred moving average over `reach` values on each side, shortened at the ends. */
export function movingAverage(values: Float64Array, reach: number): Float64Array {
  return values.map((_, index) =>
    mean(values.subarray(Math.max(0, index - reach), index + reach + 1)),
  );
}

/** Pulse that rises from 0 to 1 within `riseS` before time 0 and falls to 0 within `fallS` after it. */
export function pulseAt(seconds: number, riseS: number, fallS: number): number {
  return seconds < 0 ? smoothstep(-riseS, 0, seconds) : 1 - smoothstep(0, fallS, seconds);
}
