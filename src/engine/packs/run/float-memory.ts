/**
 * Pool of tensor buffers. Feeding a network transfers its input buffer, and outputs come in new buffers: a released
 * output becomes the next frame's input.
 */
export interface FloatMemory {
  /** Returns a buffer of exactly this length with arbitrary content. */
  acquire(length: number): Float32Array<ArrayBuffer>;
  /** Releases a buffer that is no longer read. */
  give(values: Float32Array<ArrayBuffer>): void;
}

/** Maximum number of buffers kept per length. */
const MAX_SPARE = 3;

/** Creates an empty pool. */
export function createFloatMemory(): FloatMemory {
  const spare = new Map<number, Float32Array<ArrayBuffer>[]>();
  return {
    acquire: (length) => spare.get(length)?.pop() ?? new Float32Array(length),
    give(values) {
      const pieces = spare.get(values.length);
      if (pieces === undefined) {
        spare.set(values.length, [values]);
      } else if (pieces.length < MAX_SPARE) {
        pieces.push(values);
      }
    },
  };
}
