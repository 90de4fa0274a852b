import { AppError } from '../../../src/base/errors.ts';

const INTEGER = 1;
const UNSIGNED = 2;
const FLOAT = 3;
const MAP = 9;
const INTEGERS = 11;
const UNSIGNEDS = 12;

/**
 * Reads the numbers and integer lists of a FlexBuffer's map, which holds the options of custom operators. Ignores
 * entries of other types. Throws `unsupported_format` when the root is no map.
 */
export function readFlexMap(bytes: Uint8Array): ReadonlyMap<string, number | readonly number[]> {
  try {
    return readMap(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (cause) {
    if (cause instanceof AppError) {
      throw cause;
    }
    throw new AppError('unsupported_format', 'The options of an operator are cut off.', { cause });
  }
}

/**
 * Reads the root map. From its start a map has its values, then a type byte per value. Before its start, in the width
 * of the map, are the distance back to the keys, the width of the keys and the count. The end of the buffer refers to
 * it.
 */
function readMap(view: DataView): ReadonlyMap<string, number | readonly number[]> {
  const rootWidth = view.getUint8(view.byteLength - 1);
  const { type, width } = unpackType(view.getUint8(view.byteLength - 2));
  if (type !== MAP) {
    throw new AppError('unsupported_format', 'The options of an operator are no map.');
  }
  const values = resolveReference(view, view.byteLength - 2 - rootWidth, rootWidth);
  const keys = resolveReference(view, values - 3 * width, width);
  const keyWidth = readUnsigned(view, values - 2 * width, width);
  const count = readUnsigned(view, values - width, width);
  const entries = new Map<string, number | readonly number[]>();
  for (let index = 0; index < count; index += 1) {
    const key = readKey(view, resolveReference(view, keys + index * keyWidth, keyWidth));
    const packed = view.getUint8(values + count * width + index);
    const value = readValue(view, values + index * width, width, packed);
    if (value !== null) {
      entries.set(key, value);
    }
  }
  return entries;
}

function unpackType(packed: number): { readonly type: number; readonly width: number } {
  return { type: packed >> 2, width: 1 << (packed & 3) };
}

/** Follows a reference, which is a distance back. */
function resolveReference(view: DataView, at: number, width: number): number {
  return at - readUnsigned(view, at, width);
}

function readKey(view: DataView, at: number): string {
  let text = '';
  for (let next = at; view.getUint8(next) !== 0; next += 1) {
    text += String.fromCodePoint(view.getUint8(next));
  }
  return text;
}

function readValue(
  view: DataView,
  at: number,
  width: number,
  packed: number,
): number | readonly number[] | null {
  const { type, width: ownWidth } = unpackType(packed);
  switch (type) {
    case INTEGER:
      return readInteger(view, at, width);
    case UNSIGNED:
      return readUnsigned(view, at, width);
    case FLOAT:
      return width === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
    case INTEGERS:
    case UNSIGNEDS: {
      const start = resolveReference(view, at, width);
      const count = readUnsigned(view, start - ownWidth, ownWidth);
      const read = type === INTEGERS ? readInteger : readUnsigned;
      return Array.from({ length: count }, (_, index) =>
        read(view, start + index * ownWidth, ownWidth),
      );
    }
    default:
      return null;
  }
}

function readUnsigned(view: DataView, at: number, width: number): number {
  switch (width) {
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint16(at, true);
    case 4:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}

function readInteger(view: DataView, at: number, width: number): number {
  switch (width) {
    case 1:
      return view.getInt8(at);
    case 2:
      return view.getInt16(at, true);
    case 4:
      return view.getInt32(at, true);
    default:
      return Number(view.getBigInt64(at, true));
  }
}
