/** Middle of some readings, the higher of two; null for none. */
export function findMedian(readings: readonly number[]): number | null {
  return readings.toSorted((a, b) => a - b)[readings.length >> 1] ?? null;
}
