/** The values of the last second, such as ages of frames in ms; a ring, so that nothing is allocated with a frame. */
export class RecentTimes {
  readonly #atMs: Float64Array;
  readonly #values: Float64Array;
  #next = 0;

  /** `capacity`: the most values of a second. */
  constructor(capacity: number) {
    this.#atMs = new Float64Array(capacity).fill(Number.NEGATIVE_INFINITY);
    this.#values = new Float64Array(capacity);
  }

  add(value: number, nowMs: number): void {
    this.#atMs[this.#next] = nowMs;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#atMs.length;
  }

  /** Count, median and 95th percentile of the recent values; null without any. */
  read(nowMs: number): { count: number; p50: number; p95: number } | null {
    const recent = [...this.#values]
      .filter((_value, index) => nowMs - (this.#atMs[index] ?? 0) <= 1000)
      .toSorted((a, b) => a - b);
    const at = (part: number): number =>
      recent[Math.min(recent.length - 1, Math.floor(part * recent.length))] ?? 0;
    return recent.length === 0 ? null : { count: recent.length, p50: at(0.5), p95: at(0.95) };
  }
}
