/**
 * Converts between the layouts of TensorFlow, [batch, rows, columns, channels], and ONNX, [batch, channels, rows,
 * columns]. Converters keep images channels-first from the input to the first operator that flattens them, so that no
 * transposition remains in between.
 */
import type { OnnxGraph } from './onnx-graph.ts';

/** Result of an operator in the written graph. */
export interface GraphValue {
  readonly name: string;
  /** True when the value has rank 4 and is channels-first in the ONNX graph. */
  readonly isChannelsFirst: boolean;
  /** Rank in the TensorFlow graph. */
  readonly rank: number;
}

/** Weights in the layout of the source. */
export interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array;
}

/** Returns the name of `value` in TensorFlow's layout; adds a transposition if needed. */
export function toChannelsLast(graph: OnnxGraph, value: GraphValue): string {
  return value.isChannelsFirst
    ? graph.node('Transpose', [value.name], { perm: [0, 2, 3, 1] })
    : value.name;
}

/** Registers an input or result that has TensorFlow's layout. */
export function fromChannelsLast(graph: OnnxGraph, name: string, rank: number): GraphValue {
  return rank === 4
    ? { name: graph.node('Transpose', [name], { perm: [0, 3, 1, 2] }), isChannelsFirst: true, rank }
    : { name, isChannelsFirst: false, rank };
}

/** Converts TensorFlow's number of an axis to the layout of `value`; negative numbers count from the end. */
export function toAxis(value: GraphValue, axis: number): number {
  const positive = axis < 0 ? axis + value.rank : axis;
  return value.isChannelsFirst ? ([0, 2, 3, 1][positive] ?? positive) : positive;
}

/** Adds weights that are broadcast against `other`, converted to its layout. */
export function addBroadcast(graph: OnnxGraph, weights: Weights, other: GraphValue): string {
  const values = Float32Array.from(weights.values);
  if (!other.isChannelsFirst || weights.shape.length === 0) {
    return graph.floats(weights.shape, values);
  }
  const shape = [1, 1, 1, 1, ...weights.shape].slice(-4);
  const moved = permute(values, shape, [0, 3, 1, 2]);
  return graph.floats(moved.shape, moved.values);
}

/** Permutes the axes of weights, as ONNX's `Transpose` defines it. */
export function permute(
  values: Float32Array,
  shape: readonly number[],
  order: readonly number[],
): { readonly shape: readonly number[]; readonly values: Float32Array<ArrayBuffer> } {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
  const newShape = order.map((axis) => shape[axis] ?? 1);
  const newStrides = order.map((axis) => strides[axis] ?? 1);
  const result = new Float32Array(values.length);
  const index = newShape.map(() => 0);
  let source = 0;
  for (let target = 0; target < result.length; target += 1) {
    result[target] = values[source]!;
    for (let axis = newShape.length - 1; axis >= 0; axis -= 1) {
      source += newStrides[axis]!;
      index[axis]! += 1;
      if (index[axis]! < newShape[axis]!) {
        break;
      }
      source -= newStrides[axis]! * newShape[axis]!;
      index[axis] = 0;
    }
  }
  return { shape: newShape, values: result };
}

/** Converts TensorFlow's paddings, a pair of before and after per axis, to ONNX's order. */
export function toPads(value: GraphValue, pairs: ArrayLike<number>): number[] {
  const axes = value.isChannelsFirst
    ? [0, 3, 1, 2]
    : Array.from({ length: value.rank }, (_, i) => i);
  return [
    ...axes.map((axis) => pairs[axis * 2] ?? 0),
    ...axes.map((axis) => pairs[axis * 2 + 1] ?? 0),
  ];
}
