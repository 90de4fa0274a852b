import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { DiffusionPort } from '../recognise/diffusion/diffusion-signature.ts';
import { toHalf } from '../run/half.ts';

/** Creates a tensor of the port's type with its own memory. */
export function createPortTensor(
  { name, type }: DiffusionPort,
  values: ArrayLike<number>,
  dims: readonly number[],
): PoolTensor {
  switch (type) {
    case 'float32':
      return { type, dims, values: new Float32Array(values) };
    case 'float16':
      return { type, dims, values: Uint16Array.from(values, toHalf) };
    case 'float64':
      return { type, dims, values: Float64Array.from(values) };
    case 'int32':
      return { type, dims, values: Int32Array.from(values, Math.round) };
    case 'int64': {
      const whole = new BigInt64Array(values.length);
      for (let at = 0; at < whole.length; at += 1) {
        whole[at] = BigInt(Math.round(values[at]!));
      }
      return { type, dims, values: whole };
    }
    case 'uint8':
    case 'other':
      throw new AppError('unsupported_format', `The input ${name} is of a type that is not known.`);
  }
}
