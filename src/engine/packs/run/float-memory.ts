/**
 * Memory of tensors that is used again. What is fed to a network moves away with it, and what it gives
 * comes as new memory: handing that back here makes it the next frame's input.
 */
export interface FloatMemory {
  /** Memory of exactly this length; its content is anything. */
  acquire(length: number): Float32Array<ArrayBuffer>;
  /** Takes back what nobody reads any more. */
  give(values: Float32Array<ArrayBuffer>): void;
}

/** Most pieces of one length that are kept. */
const MAX_SPARE = 3;

/** An empty memory. */
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
