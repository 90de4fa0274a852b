import { invariant } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { ColourRange } from '../recognise/families.ts';
import { createFloatMemory, type FloatMemory } from './float-memory.ts';
import type { PackSession } from './pack-session.ts';
import { writeTensorImage, type TensorImageFormat } from './tensor-image.ts';
import { toFloats, toImageTensor } from './tensors.ts';

/** Result of a run on an image. */
export interface ImageModelOutput {
  /** Main output; return it to the model's memory after reading. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Confidence mask of a swapper, 0..1; null without one. */
  readonly mask: Float32Array<ArrayBuffer> | null;
}

/** Loaded model that takes an image. */
export interface ImageModel {
  readonly size: number;
  /** Memory layout and range of the output, when it is an image. */
  readonly outputForm: TensorImageFormat;
  readonly memory: FloatMemory;
  /**
   * Runs the model on an image of its size (rows of red, green and blue, 0..255) and its other inputs. Throws
   * `processing_failed` when it fails or returns unexpected output.
   */
  run(
    image: Float32Array,
    others: Readonly<Record<string, PoolTensor>>,
    signal?: AbortSignal,
  ): Promise<ImageModelOutput>;
}

/** Creates the model of a session whose signature has an input image and an output image. */
export function createImageModel({ facts, pack, run }: PackSession): ImageModel {
  const { family, signature } = pack.found;
  const { image: input, outputImage, output, mask } = signature;
  invariant(input !== null && outputImage !== null, 'the model goes from picture to picture');
  const inputForm = toImageFormat(input, family.input, family.isBgr);
  const memory = createFloatMemory();
  const count = outputImage.channels * outputImage.size ** 2;
  return {
    size: input.size,
    outputForm: toImageFormat(outputImage, family.output, family.isBgr),
    memory,
    async run(image, others, signal) {
      const values = memory.acquire(3 * input.size ** 2);
      writeTensorImage(values, image, inputForm);
      const outputs = await run({ ...others, [input.name]: toImageTensor(input, values) }, signal);
      return {
        values: toFloats(outputs[output], count, facts.label),
        mask: mask === null ? null : toFloats(outputs[mask.name], mask.size ** 2, facts.label),
      };
    },
  };
}

function toImageFormat(
  { size, layout }: Pick<TensorImageFormat, 'size' | 'layout'>,
  range: ColourRange,
  isBgr: boolean,
): TensorImageFormat {
  return { size, layout, range, isBgr };
}
