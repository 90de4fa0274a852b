/** Creates a Hann window of `length` samples; copies shifted by half its length sum to 1. */
export function createHannWindow(length: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / length),
  );
}
