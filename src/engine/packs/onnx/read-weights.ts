import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import { widenFloat16 } from '../../models/float16.ts';
import type { OnnxTensor } from './onnx-header.ts';

/** Maximum number of values of a weight: all weights that are read are small. */
const MAX_COUNT = 4_194_304;

/** Reads the values of one weight of a file. Throws `unsupported_format` when they are not stored as floats. */
export async function readWeights(path: string, tensor: OnnxTensor): Promise<Float32Array> {
  const count = tensor.dims.reduce((product, dim) => product * dim, 1);
  const bytesEach = tensor.type === 'float16' ? 2 : 4;
  const isFloat = tensor.type === 'float16' || tensor.type === 'float32';
  const { raw } = tensor;
  if (raw === null || !isFloat || count > MAX_COUNT || raw.end - raw.start !== count * bytesEach) {
    throw new AppError(
      'unsupported_format',
      `${basename(path)} does not hold the numbers of its weight ${tensor.name}.`,
    );
  }
  const bytes = new Uint8Array(count * bytesEach);
  const handle = await open(path, 'r');
  try {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, raw.start);
    if (bytesRead < bytes.length) {
      throw new AppError('unsupported_format', `${basename(path)} was cut off.`);
    }
  } finally {
    await handle.close();
  }
  if (tensor.type === 'float16') {
    return widenFloat16(bytes, count);
  }
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: count }, (_, index) => view.getFloat32(index * 4, true));
}
