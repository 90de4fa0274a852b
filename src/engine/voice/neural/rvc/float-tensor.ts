import type { PoolTensor } from '../../../models/pool/messages.ts';
import { listTensor } from '../../../packs/run/tensors.ts';
import type { FloatPort } from '../../../packs/recognise/voices/ports.ts';

/** Creates a tensor for a port of single or half precision. */
export function createFloatTensor(
  port: FloatPort,
  values: Float32Array<ArrayBuffer>,
  dims: readonly number[],
): PoolTensor {
  return { ...listTensor({ ...port, dims }, values), dims };
}
