/** The newest samples of a stream, found by their number from its beginning. */
export interface SampleRing {
  /** How many samples have come. */
  readonly length: number;
  push(sample: number): void;
  /** A sample; 0 before the beginning, after the end and when it is forgotten. */
  at(index: number): number;
  /** Copies samples from `start` on into all of `target`. */
  copy(start: number, target: Float32Array): void;
}

/** A ring that keeps at least `capacity` samples. */
export function createSampleRing(capacity: number): SampleRing {
  const size = 2 ** Math.ceil(Math.log2(capacity));
  const mask = size - 1;
  const samples = new Float32Array(size);
  let length = 0;
  const at = (index: number): number =>
    index < 0 || index >= length || index < length - size ? 0 : samples[index & mask]!;
  return {
    get length() {
      return length;
    },
    push(sample) {
      samples[length & mask] = sample;
      length += 1;
    },
    at,
    copy(start, target) {
      for (let index = 0; index < target.length; index += 1) {
        target[index] = at(start + index);
      }
    },
  };
}
