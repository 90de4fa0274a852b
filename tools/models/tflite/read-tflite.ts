import { AppError } from '../../../src/base/errors.ts';
import { widenFloat16 } from '../../../src/engine/models/float16.ts';
import { FlatbufferTable } from './flatbuffer.ts';
import { expandSparse } from './sparse-weights.ts';

/** Tensor of a TFLite graph. `values` are the weights of a constant; float16 becomes float32. */
export interface TfliteTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array | null;
}

/** Operator; `kind` is the built-in code of the schema, or the name of a custom operator. */
export interface TfliteOperator {
  readonly kind: number | string;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly options: FlatbufferTable | null;
  /** FlexBuffer with the options of a custom operator. */
  readonly customOptions: Uint8Array | null;
}

/** Single subgraph of a TFLite model. */
export interface TfliteModel {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

const CUSTOM = 32;
const FLOAT32 = 0;
const FLOAT16 = 1;
const INT32 = 2;

/** Parses a TFLite file. Throws `unsupported_format` when it is truncated or no TFLite file. */
export function readTflite(file: Uint8Array): TfliteModel {
  const root = FlatbufferTable.root(file);
  const kinds = root.tables(1).map(readKind);
  const buffers = root.tables(4);
  const [subgraph] = root.tables(2);
  if (subgraph === undefined) {
    throw new AppError('unsupported_format', 'The TFLite model has no graph.');
  }
  return {
    tensors: subgraph.tables(0).map((table) => readTensor(table, buffers)),
    inputs: subgraph.integers(1),
    outputs: subgraph.integers(2),
    operators: subgraph.tables(3).map((table) => ({
      kind: kinds[table.unsigned(0)] ?? -1,
      inputs: table.integers(1),
      outputs: table.integers(2),
      options: table.table(4),
      customOptions: table.bytes(5),
    })),
  };
}

/** Reads an operator's kind; old files store the code in a byte, new ones in an integer. */
function readKind(table: FlatbufferTable): number | string {
  const code = Math.max(table.integer(3), table.byte(0));
  return code === CUSTOM ? table.text(1) : code;
}

function readTensor(table: FlatbufferTable, buffers: readonly FlatbufferTable[]): TfliteTensor {
  const shape = table.integers(0);
  const bytes = buffers[table.unsigned(2)]?.bytes(0) ?? null;
  const hasValues = bytes !== null && bytes.length > 0;
  return {
    name: table.text(3),
    shape,
    values: hasValues ? readConstant(bytes, table, shape) : null,
  };
}

/** Reads the values of a constant; sparse ones are expanded. */
function readConstant(
  bytes: Uint8Array,
  table: FlatbufferTable,
  shape: readonly number[],
): Float32Array | Int32Array {
  const type = table.byte(1);
  const sparsity = table.table(6);
  if (sparsity === null) {
    return readValues(
      bytes,
      type,
      shape.reduce((product, dim) => product * dim, 1),
    );
  }
  const stored = readValues(bytes, type, Math.floor(bytes.length / (type === FLOAT16 ? 2 : 4)));
  return expandSparse(stored, shape, sparsity);
}

function readValues(bytes: Uint8Array, type: number, count: number): Float32Array | Int32Array {
  const sizeBytes = count * (type === FLOAT16 ? 2 : 4);
  if (bytes.length < sizeBytes) {
    throw new AppError('unsupported_format', 'A constant of the TFLite model is cut off.');
  }
  switch (type) {
    case FLOAT32:
      return new Float32Array(bytes.slice(0, sizeBytes).buffer);
    case FLOAT16:
      return widenFloat16(bytes, count);
    case INT32:
      return new Int32Array(bytes.slice(0, sizeBytes).buffer);
    default:
      throw new AppError(
        'unsupported_format',
        `The TFLite model has constants of type ${type}; float32, float16 and int32 are supported.`,
      );
  }
}
