/** Returns 0 up to `low`, 1 from `high` on, and a Hermite curve between (as in GLSL). */
export function smoothstep(low: number, high: number, value: number): number {
  const progress = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return progress * progress * (3 - 2 * progress);
}

/** Returns `value` within `low` and `high`. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Returns nearly `value` while it is small, and never exceeds ±`limit`; smooth. */
export function softClamp(value: number, limit: number): number {
  return limit * Math.tanh(value / limit);
}

/**
 * Returns the weight of a new value in an exponential moving average with the time constant `timeUs`; 1 for the first
 * value (`elapsedUs` null).
 */
export function smoothingFactor(elapsedUs: number | null, timeUs: number): number {
  return elapsedUs === null ? 1 : 1 - Math.exp(-elapsedUs / timeUs);
}

/** Values one after the other. */
type Values = Float32Array | Float64Array | readonly number[];

/** Returns the arithmetic mean; NaN without values. */
export function mean(values: Values): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum += values[index];
  }
  return sum / values.length;
}

/** Returns the smallest value, infinite without any. */
export function minimum(values: Values): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    least = Math.min(least, values[at]);
  }
  return least;
}

/** Returns the population standard deviation; NaN without values. */
export function deviation(values: Values): number {
  const middle = mean(values);
  let square = 0;
  for (let index = 0; index < values.length; index += 1) {
    square += (values[index] - middle) ** 2;
  }
  return Math.sqrt(square / values.length);
}

/** Returns the median, for an even number the higher one of both middle values; `whenNone` without values. */
export function computeMedian(values: readonly number[], whenNone = Number.NaN): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? whenNone;
}
