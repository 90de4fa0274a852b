import { alignOffset, openKernelArena } from './simd/kernels.ts';

/** Sparse weights of points that are mixed into others. */
export interface PointWeights {
  /** End of each result's weights in the two lists. */
  readonly ends: Uint32Array;
  readonly points: Uint16Array;
  readonly fractions: Float32Array;
}

/** Weighted sums of points, four values each. */
export interface PointMixture {
  /** Input, to be filled in. */
  readonly values: Float32Array;
  /** Result. */
  readonly mixed: Float32Array;
  /** Computes the sums in 32-bit floats; four values take a nanosecond. */
  mix(): void;
}

/** Creates a mixture of `count` points with fixed weights, in memory of its own. */
export function createPointMixture(
  count: number,
  { ends, points, fractions }: PointWeights,
): PointMixture {
  const values = 0;
  const mixed = alignOffset(values + count * 16);
  const entries = alignOffset(mixed + ends.length * 16);
  const endOffset = alignOffset(entries + points.length * 8);
  const arena = openKernelArena();
  arena.reserve(endOffset + ends.length * 4);
  const { kernels } = arena;
  const { floats, integers } = arena.views;
  for (let at = 0; at < points.length; at += 1) {
    floats[entries / 4 + at * 2] = fractions[at];
    integers[entries / 4 + at * 2 + 1] = points[at] * 16;
  }
  integers.set(ends, endOffset / 4);
  return {
    values: floats.subarray(0, count * 4),
    mixed: floats.subarray(mixed / 4, mixed / 4 + ends.length * 4),
    mix: () => kernels.mixPoints(mixed, values, entries, endOffset, ends.length),
  };
}
