/**
 * Memory of tensors that is used again. What is fed to a network moves away with it, and what it gives
 * comes as new memory: handing that back here makes it the next frame's input.
 */
export interface FloatMemory {
  /** Memory of exactly this length; its content is anything. */
  take(length: number): Float32Array<ArrayBuffer>;
  /** Takes back what nobody reads any more. */
  give(values: Float32Array<ArrayBuffer>): void;
}

/** Most pieces of one length that are kept. */
const MAX_KEPT = 3;

/** An empty memory. */
export function createFloatMemory(): FloatMemory {
  const kept = new Map<number, Float32Array<ArrayBuffer>[]>();
  return {
    take: (length) => kept.get(length)?.pop() ?? new Float32Array(length),
    give(values) {
      const pieces = kept.get(values.length);
      if (pieces === undefined) {
        kept.set(values.length, [values]);
      } else if (pieces.length < MAX_KEPT) {
        pieces.push(values);
      }
    },
  };
}
