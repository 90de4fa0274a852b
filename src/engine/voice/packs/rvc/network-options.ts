import type { PoolTensor } from '../../../models/pool/messages.ts';
import type { FastestOptions } from '../../../packs/run/open-on-fastest.ts';
import { listTensor } from '../../../packs/run/tensors.ts';
import type { FloatPort } from '../../../packs/recognise/voice-signature.ts';

/** Networks run on what is fastest. */
export type NetworkOptions = FastestOptions;

/** Frames that networks are tried with. */
export const TRIED_FRAMES = 64;

/** Numbers for a port of floats, of whole or half precision. */
export function floatTensor(
  port: FloatPort,
  values: Float32Array<ArrayBuffer>,
  dims: readonly number[],
): PoolTensor {
  return { ...listTensor({ ...port, dims }, values), dims };
}
