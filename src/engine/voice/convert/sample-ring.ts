/** Ring buffer of the latest samples of a stream, addressed by their number from its beginning. */
export interface SampleRing {
  /** Number of samples pushed. */
  readonly length: number;
  push(sample: number): void;
  /** Returns a sample; 0 before the beginning, after the end and when overwritten. */
  at(index: number): number;
  /** Copies `count` samples from `start` on to the beginning of `target`. */
  copy(start: number, target: Float64Array, count: number): void;
}

/** Creates a ring of at least `capacity` samples. */
export function createSampleRing(capacity: number): SampleRing {
  return new Ring(2 ** Math.ceil(Math.log2(capacity)));
}

class Ring implements SampleRing {
  readonly #samples: Float64Array;
  readonly #mask: number;
  length = 0;

  constructor(size: number) {
    this.#samples = new Float64Array(size);
    this.#mask = size - 1;
  }

  push(sample: number): void {
    this.#samples[this.length & this.#mask] = sample;
    this.length += 1;
  }

  at(index: number): number {
    const isStored =
      index >= 0 && index < this.length && index >= this.length - this.#samples.length;
    return isStored ? this.#samples[index & this.#mask] : 0;
  }

  copy(start: number, target: Float64Array, count: number): void {
    const samples = this.#samples;
    const mask = this.#mask;
    const oldest = Math.max(0, this.length - samples.length);
    const first = Math.min(count, Math.max(0, oldest - start));
    const last = Math.max(first, Math.min(count, this.length - start));
    target.fill(0, 0, first);
    for (let index = first; index < last; index += 1) {
      target[index] = samples[(start + index) & mask];
    }
    target.fill(0, last, count);
  }
}
