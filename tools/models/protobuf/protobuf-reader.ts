import { AppError } from '../../../src/base/errors.ts';

/** Field of a message: a number, or the bytes of a string, message or packed list. */
export type ProtobufField =
  | { readonly field: number; readonly kind: 'integer'; readonly integer: bigint }
  | { readonly field: number; readonly kind: 'float'; readonly float: number }
  | { readonly field: number; readonly kind: 'double'; readonly double: number }
  | { readonly field: number; readonly kind: 'bytes'; readonly bytes: Uint8Array };

/**
 * Yields the fields of a message in order. `bytes` are views of the input. Throws `unsupported_format` when the input
 * is truncated or no protocol buffer.
 */
export function* readProtobuf(message: Uint8Array): Generator<ProtobufField> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let offset = 0;
  const advance = (sizeBytes: number): number => {
    const start = offset;
    if (sizeBytes < 0 || start + sizeBytes > message.length) {
      throw createMalformedError('ends in the middle of a field');
    }
    offset += sizeBytes;
    return start;
  };
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = view.getUint8(advance(1));
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        return BigInt.asUintN(64, value);
      }
    }
    throw createMalformedError('has a number longer than ten bytes');
  };
  while (offset < message.length) {
    const tag = readVarint();
    const field = Number(tag >> 3n);
    switch (Number(tag & 7n)) {
      case 0:
        yield { field, kind: 'integer', integer: readVarint() };
        break;
      case 1:
        yield { field, kind: 'double', double: view.getFloat64(advance(8), true) };
        break;
      case 2: {
        const sizeBytes = Number(readVarint());
        const start = advance(sizeBytes);
        yield { field, kind: 'bytes', bytes: message.subarray(start, start + sizeBytes) };
        break;
      }
      case 5:
        yield { field, kind: 'float', float: view.getFloat32(advance(4), true) };
        break;
      default:
        throw createMalformedError(`has a field of wire type ${tag & 7n}`);
    }
  }
}

function createMalformedError(problem: string): AppError {
  return new AppError('unsupported_format', `The protocol buffer ${problem}.`);
}
