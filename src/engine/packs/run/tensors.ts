import { AppError } from '../../../base/errors.ts';
import { widenFloat16 } from '../../models/float16.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { ListPort, ImagePort } from '../recognise/signature.ts';
import { toHalf } from './half.ts';

/** Creates a tensor for an image port. The memory of `values` is transferred with the tensor. */
export function toImageTensor(port: ImagePort, values: Float32Array<ArrayBuffer>): PoolTensor {
  const { size, channels, layout, isHalf } = port;
  const dims = layout === 'planes' ? [1, channels, size, size] : [1, size, size, channels];
  return isHalf
    ? { type: 'float16', dims, values: Uint16Array.from(values, toHalf) }
    : { type: 'float32', dims, values };
}

/** Creates a tensor for a vector port. */
export function listTensor({ type, dims }: ListPort, values: ArrayLike<number>): PoolTensor {
  switch (type) {
    case 'float16':
      return { type, dims, values: Uint16Array.from(values, toHalf) };
    case 'float64':
      return { type, dims, values: Float64Array.from(values) };
    case 'float32':
      return { type, dims, values: Float32Array.from(values) };
  }
}

/**
 * Returns an output as floats, copied or in the tensor's own memory. Throws `processing_failed` when it does not hold
 * `count` floats.
 */
export function toFloats(
  tensor: PoolTensor | undefined,
  count: number,
  label: string,
): Float32Array<ArrayBuffer> {
  const values = tensor?.values;
  const floats =
    values instanceof Uint16Array && tensor?.type === 'float16'
      ? widenFloat16(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), count)
      : values;
  if (!(floats instanceof Float32Array) || values?.length !== count) {
    throw new AppError(
      'processing_failed',
      `${label} gave ${values?.length ?? 0} numbers of the type ${tensor?.type ?? 'none'}; ${count} floats were expected.`,
    );
  }
  return floats;
}
