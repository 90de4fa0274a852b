import { invariant } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { ColourRange } from '../recognise/families.ts';
import { createFloatMemory, type FloatMemory } from './float-memory.ts';
import type { PackSession } from './pack-session.ts';
import { writeTensorImage, type TensorImageFormat } from './tensor-image.ts';
import { floatsOf, pictureTensor } from './tensors.ts';

/** What a run of a model on a picture gave. */
export interface PictureOutput {
  /** The output that counts; hand it back to the memory of the model when it was read. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Where a swapper is sure, 0..1; null when it does not say. */
  readonly mask: Float32Array<ArrayBuffer> | null;
}

/** A loaded model that looks at a picture. */
export interface PictureModel {
  readonly size: number;
  /** How its output lies in memory, when that is a picture. */
  readonly outputForm: TensorImageFormat;
  readonly memory: FloatMemory;
  /**
   * Runs it on a picture of its size (rows of red, green and blue, 0..255) and on whatever else it takes.
   * Throws `processing_failed` when it fails or gives something else than it should.
   */
  run(
    picture: Float32Array,
    others: Readonly<Record<string, PoolTensor>>,
    signal?: AbortSignal,
  ): Promise<PictureOutput>;
}

/** The model of a session of which the signature says that it sees a picture. */
export function createPictureModel({ facts, pack, run }: PackSession): PictureModel {
  const { family, signature } = pack.found;
  const { picture: input, outputPicture, output, mask } = signature;
  invariant(input !== null && outputPicture !== null, 'the model goes from picture to picture');
  const inputForm = formOf(input, family.input, family.isBgr);
  const memory = createFloatMemory();
  const count = outputPicture.channels * outputPicture.size ** 2;
  return {
    size: input.size,
    outputForm: formOf(outputPicture, family.output, family.isBgr),
    memory,
    async run(picture, others, signal) {
      const values = memory.acquire(3 * input.size ** 2);
      writeTensorImage(values, picture, inputForm);
      const outputs = await run({ ...others, [input.name]: pictureTensor(input, values) }, signal);
      return {
        values: floatsOf(outputs[output], count, facts.label),
        mask: mask === null ? null : floatsOf(outputs[mask.name], mask.size ** 2, facts.label),
      };
    },
  };
}

function formOf(
  { size, layout }: Pick<TensorImageFormat, 'size' | 'layout'>,
  range: ColourRange,
  isBgr: boolean,
): TensorImageFormat {
  return { size, layout, range, isBgr };
}
