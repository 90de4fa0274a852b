/** Sorts the first `count` values in place by insertion, and returns the middle one. */
export function medianOfFirst(values: Uint8Array, count: number): number {
  for (let at = 1; at < count; at += 1) {
    const value = values[at];
    let to = at;
    for (; to > 0 && values[to - 1] > value; to -= 1) {
      values[to] = values[to - 1];
    }
    values[to] = value;
  }
  return values[count >> 1];
}
