import { AppError } from '../../../src/base/errors.ts';
import type { FlatbufferTable } from './flatbuffer.ts';

/** Level of the traversal: a dimension of the tensor or of its blocks. */
interface Level {
  /** Dimension of the tensor. */
  readonly dimension: number;
  /** Length of a step along the dimension. */
  readonly stride: number;
  /** Number of steps of a dense level. */
  readonly size: number;
  /** Range in `indices` for each step of the previous level; null for dense levels. */
  readonly segments: readonly number[] | null;
  readonly indices: readonly number[];
}

const SPARSE = 1;
/** Maximum number of values; the weights of converted networks have fewer. */
const MAX_VALUES = 1 << 24;

/**
 * Expands sparse weights to a dense tensor, in the traversal order and blocks of TFLite's `SparsityParameters`. Throws
 * `unsupported_format` when a value lies outside the tensor.
 */
export function expandSparse(
  stored: Float32Array | Int32Array,
  shape: readonly number[],
  sparsity: FlatbufferTable,
): Float32Array {
  const count = shape.reduce((product, dim) => product * dim, 1);
  if (!(count >= 0 && count <= MAX_VALUES)) {
    throw misplaced();
  }
  const dense = new Float32Array(count);
  const levels = readLevels(shape, sparsity);
  const position = Array.from(shape, () => 0);
  const walk = (depth: number, from: number): void => {
    const level = levels[depth];
    if (level === undefined) {
      dense[computeOffset(position, shape)] = storedAt(stored, from);
      return;
    }
    const { dimension, stride, size, segments, indices } = level;
    const before = position[dimension] ?? 0;
    const [begin, end] = segments === null ? [0, size] : [segments[from], segments[from + 1]];
    if (begin === undefined || end === undefined || end > MAX_VALUES) {
      throw misplaced();
    }
    for (let step = begin; step < end; step += 1) {
      const index = segments === null ? step : indices[step];
      position[dimension] = before + stride * (index ?? -1);
      if (index === undefined || (position[dimension] ?? 0) >= (shape[dimension] ?? 0)) {
        throw misplaced();
      }
      walk(depth + 1, segments === null ? from * size + step : step);
    }
    position[dimension] = before;
  };
  walk(0, 0);
  return dense;
}

/** Reads the levels in storage order; the outer level of a dimension with blocks steps by whole blocks. */
function readLevels(shape: readonly number[], sparsity: FlatbufferTable): Level[] {
  const order = sparsity.integers(0);
  const blocks = sparsity.integers(1);
  const metadata = sparsity.tables(2);
  const dimensionOf = (entry: number): number =>
    entry < shape.length ? entry : (blocks[entry - shape.length] ?? -1);
  const blockSizes = new Map<number, number>();
  order.forEach((entry, level) => {
    if (entry >= shape.length) {
      blockSizes.set(dimensionOf(entry), metadata[level]?.integer(1) ?? 0);
    }
  });
  return order.map((entry, level) => {
    const table = metadata[level];
    const dimension = dimensionOf(entry);
    if (table === undefined || shape[dimension] === undefined) {
      throw misplaced();
    }
    return {
      dimension,
      stride: entry < shape.length ? (blockSizes.get(dimension) ?? 1) : 1,
      size: table.integer(1),
      segments: table.byte(0) === SPARSE ? readNumbers(table.byte(2), table.table(3)) : null,
      indices: readNumbers(table.byte(4), table.table(5)),
    };
  });
}

/** Reads a vector of TFLite's union `SparseIndexVector`, whose elements have four, two or one bytes. */

function readNumbers(kind: number, vector: FlatbufferTable | null): readonly number[] {
  switch (kind) {
    case 1:
      return vector?.integers(0) ?? [];
    case 2:
      return vector?.shorts(0) ?? [];
    default:
      return [...(vector?.bytes(0) ?? [])];
  }
}

function computeOffset(position: readonly number[], shape: readonly number[]): number {
  return position.reduce((sum, value, dimension) => sum * (shape[dimension] ?? 0) + value, 0);
}

function storedAt(stored: Float32Array | Int32Array, at: number): number {
  const value = stored[at];
  if (value === undefined) {
    throw misplaced();
  }
  return value;
}

function misplaced(): AppError {
  return new AppError('unsupported_format', 'Sparse weights of the TFLite model are damaged.');
}
