import type { PoolTensor } from '../../../models/pool/messages.ts';
import { listTensor } from '../../../packs/run/tensors.ts';
import type { FloatPort } from '../../../packs/recognise/voices/ports.ts';

/** Numbers for a port of floats, of whole or half precision. */
export function floatTensor(
  port: FloatPort,
  values: Float32Array<ArrayBuffer>,
  dims: readonly number[],
): PoolTensor {
  return { ...listTensor({ ...port, dims }, values), dims };
}
