/** 0 up to `low`, 1 from `high` on, smooth between. */
export function rise(value: number, low: number, high: number): number {
  const share = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return share * share * (3 - 2 * share);
}

/** Nearly `value` while it is small, at most `most`, without a bend. */
export function bound(value: number, most: number): number {
  return most * Math.tanh(value / most);
}

/** The share of a new value in one that is averaged over about `timeUs`; all of it when nothing was before (null). */
export function shareAfter(elapsedUs: number | null, timeUs: number): number {
  return elapsedUs === null ? 1 : 1 - Math.exp(-elapsedUs / timeUs);
}
