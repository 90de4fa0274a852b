import { AppError } from '../../../base/errors.ts';
import { widenFloat16 } from '../../models/float16.ts';

const MAX_HEADER_BYTES = 65_536;
const SHAPE = "'shape':";
const MAX_SHAPE_CHARS = 300;

/** NumPy array as floats. */
export interface NpyArray {
  readonly dims: readonly number[];
  readonly values: Float32Array<ArrayBuffer>;
}

/**
 * Reads a `.npy` file of single or half floats. Throws `unsupported_format` for anything else, with `name` in the
 * message.
 */
export function readNpy(bytes: Buffer, name: string): NpyArray {
  const isNpy = bytes.length > 12 && bytes.toString('latin1', 1, 6) === 'NUMPY';
  const isLong = isNpy && bytes[6]! > 1;
  const headerBytes = isNpy ? (isLong ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8)) : 0;
  const start = (isLong ? 12 : 10) + headerBytes;
  if (!isNpy || headerBytes > MAX_HEADER_BYTES || start > bytes.length) {
    throw createRefusal(name, 'is no array of NumPy');
  }
  const header = bytes.toString('latin1', isLong ? 12 : 10, start);
  const type = /'descr':\s*'([^']+)'/.exec(header)?.[1] ?? '';
  const dims = readShape(header)
    .split(',')
    .filter((dim) => dim.trim() !== '')
    .map(Number);
  const count = dims.reduce((product, dim) => product * dim, 1);
  const bytesEach = type === '<f4' ? 4 : type === '<f2' ? 2 : 0;
  const isPlain = bytesEach > 0 && !/'fortran_order':\s*True/.test(header);
  if (!isPlain || !Number.isSafeInteger(count) || count * bytesEach !== bytes.length - start) {
    throw createRefusal(name, 'holds no plain floats, or not as many as it says');
  }
  const body = Uint8Array.from(bytes.subarray(start));
  const values = bytesEach === 4 ? new Float32Array(body.buffer) : widen(body, count);
  return { dims, values };
}

/** Returns the text in the brackets after `'shape':`. */
function readShape(header: string): string {
  const at = header.indexOf(SHAPE);
  const rest = at < 0 ? '' : header.slice(at + SHAPE.length, at + MAX_SHAPE_CHARS);
  return /^\s*\(([^)]*)\)/.exec(rest)?.[1] ?? '';
}

function widen(bytes: Uint8Array<ArrayBuffer>, count: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(widenFloat16(bytes, count));
}

function createRefusal(name: string, problem: string): AppError {
  return new AppError('unsupported_format', `${name} ${problem}.`);
}
