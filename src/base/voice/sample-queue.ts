/** Four seconds of voice; a power of two. */
const CAPACITY = 65_536;
const MASK = CAPACITY - 1;

/** Samples that wait to be played, and the last ones that were. Places are counted from the beginning. */
export class SampleQueue {
  readonly #samples = new Float32Array(CAPACITY);
  /** Place of the next sample to play. */
  next = 0;
  /** Position after the last received sample. */
  end = 0;

  /** Samples that wait. */
  get length(): number {
    return this.end - this.next;
  }

  at(index: number): number {
    return this.#samples[index & MASK] ?? 0;
  }

  set(index: number, value: number): void {
    this.#samples[index & MASK] = value;
  }

  /**
   * Adds 16-bit samples. When they do not fit beside a quarter of a second of history, the oldest are dropped.
   */
  push(samples: Int16Array): void {
    for (const sample of samples) {
      this.set(this.end, sample / 32_768);
      this.end += 1;
    }
    this.next = Math.max(this.next, this.end - CAPACITY + 4096);
  }

  /** Removes all samples. */
  clear(): void {
    this.#samples.fill(0);
    this.next = 0;
    this.end = 0;
  }
}
