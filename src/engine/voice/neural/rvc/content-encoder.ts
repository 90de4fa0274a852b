import { AppError } from '../../../../base/errors.ts';
import type { PoolTensor, ProviderName } from '../../../models/pool/messages.ts';
import type { SessionPool } from '../../../models/pool/session-pool.ts';
import { type FastestOptions, openOnFastest } from '../../../packs/run/open-on-fastest.ts';
import { toFloats } from '../../../packs/run/tensors.ts';
import type { RvcFiles } from '../../../packs/voice-files/rvc-files.ts';
import { createFloatTensor } from './float-tensor.ts';
import { FRAME, MARGIN, TRIED_FRAMES } from './frames.ts';

/** Content features of a window, per frame. */
export interface Content {
  readonly frames: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** Encodes the content of speech. */
export interface ContentEncoder {
  readonly provider: ProviderName;
  /** `sound` is a window with {@link MARGIN} more samples at both ends. */
  encode(sound: Float32Array<ArrayBuffer>): Promise<Content>;
}

/**
 * Opens the content encoder of a set. Throws `processing_failed` when it cannot run or gives output of another form.
 */
export async function openContentEncoder(
  pool: SessionPool,
  { encoder, generator }: RvcFiles,
  options: FastestOptions,
): Promise<ContentEncoder> {
  const { ports, output, name, path } = encoder;
  const { size } = generator.ports.features;
  const feed = (sound: Float32Array<ArrayBuffer>): Record<string, PoolTensor> => ({
    [ports.input.name]: {
      ...createFloatTensor(ports.input, sound, [1, sound.length]),
      dims: ports.isDeep ? [1, 1, sound.length] : [1, sound.length],
    },
  });
  const source = { name, path, threads: options.threads, outputs: [output] };
  const tried = (): Record<string, PoolTensor> =>
    feed(new Float32Array(TRIED_FRAMES * FRAME + 2 * MARGIN));
  const { session } = await openOnFastest(pool, source, tried, options);
  return {
    provider: session.provider,
    async encode(sound) {
      const frames = (sound.length - 2 * MARGIN) / FRAME;
      const tensor = (await session.run(feed(sound)))[output];
      return { frames, values: spread(readContent(tensor, size, name), size, frames) };
    },
  };
}

/** Returns the encoder's output in time-major order, for either memory layout. */
function readContent(
  tensor: PoolTensor | undefined,
  size: number,
  name: string,
): Float32Array<ArrayBuffer> {
  const dims = tensor?.dims ?? [];
  const count = dims.reduce((product, dim) => product * dim, 1);
  const values = toFloats(tensor, count, name);
  if (dims.at(-1) === size) {
    return values;
  }
  if (dims.at(-2) !== size) {
    throw new AppError(
      'processing_failed',
      `${name} gives [${dims.join(', ')}]; the voice needs ${size} numbers for each moment.`,
    );
  }
  const moments = count / size;
  const turned = new Float32Array(count);
  for (let moment = 0; moment < moments; moment += 1) {
    for (let index = 0; index < size; index += 1) {
      turned[moment * size + index] = values[index * moments + moment]!;
    }
  }
  return turned;
}

/** Repeats each encoder step for two frames; a missing last step repeats the one before. */
function spread(values: Float32Array, size: number, frames: number): Float32Array<ArrayBuffer> {
  const moments = values.length / size;
  const all = new Float32Array(frames * size);
  for (let frame = 0; frame < frames; frame += 1) {
    const moment = Math.min(moments - 1, frame >> 1);
    all.set(values.subarray(moment * size, (moment + 1) * size), frame * size);
  }
  return all;
}
