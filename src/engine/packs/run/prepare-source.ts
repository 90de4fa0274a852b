import { AppError, invariant } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import { normalise } from '../../track/face-embedder.ts';
import { createFaceCrop } from '../align/face-crop.ts';
import { UNIT_RANGE } from '../recognise/families.ts';
import { convertEmbedding, embedPhotos, mapEmbedding, type SourcePhoto } from './embed-source.ts';
import type { PackSession } from './pack-session.ts';
import { writeTensorImage } from './tensor-image.ts';
import { listTensor, toImageTensor } from './tensors.ts';

/** Source face prepared for one swapper. Immutable. */
export interface PackSource {
  /** Returns the inputs for one run in their own memory: feeding transfers it. */
  createFeeds(): Readonly<Record<string, PoolTensor>>;
}

/** Swapper and the packs that a source needs. */
export interface SourceModels {
  readonly swapper: PackSession;
  readonly embedder: PackSession | null;
  readonly converter: PackSession | null;
}

/**
 * Converts photos of one person to a swapper's input. Swappers with an image input use the first photo. Throws
 * `invalid_input` without a photo.
 */
export async function preparePackSource(
  models: SourceModels,
  photos: readonly SourcePhoto[],
): Promise<PackSource> {
  const [first] = photos;
  if (first === undefined) {
    throw new AppError('invalid_input', 'A face swap needs at least one photo of the source.');
  }
  const { signature } = models.swapper.pack.found;
  const { sourceImage, embedding: port } = signature;
  if (sourceImage !== null) {
    const image = createFaceCrop(sourceImage.size);
    image.crop(
      first.frame,
      first.landmarks,
      sourceImage.size === 112 ? 'arcface_112_v2' : 'ffhq_512',
    );
    const values = new Float32Array(image.values.length);
    writeTensorImage(values, image.values, { ...sourceImage, range: UNIT_RANGE, isBgr: false });
    return {
      createFeeds: () => ({ [sourceImage.name]: toImageTensor(sourceImage, values.slice()) }),
    };
  }
  invariant(port !== null, 'a swapper takes a picture or an embedding of the source');
  const embedding = await embedForSwapper(models, photos);
  return { createFeeds: () => ({ [port.name]: listTensor(port, embedding) }) };
}

async function embedForSwapper(
  { swapper, embedder, converter }: SourceModels,
  photos: readonly SourcePhoto[],
): Promise<Float32Array> {
  invariant(embedder !== null, 'a swapper that takes an embedding comes with an embedder');
  const embedding = await embedPhotos(embedder, photos);
  const { source } = swapper.pack.found.family;
  switch (source) {
    case 'converted_embedding':
    case 'converted_embedding_as_is': {
      invariant(converter !== null, 'a swapper that needs a converter comes with it');
      const converted = await convertEmbedding(converter, embedding);
      if (source === 'converted_embedding') {
        normalise(converted);
      }
      return converted;
    }
    case 'mapped_embedding':
      normalise(embedding);
      return mapEmbedding(swapper, embedding);
    case 'embedding':
    case 'picture':
    case null:
      normalise(embedding);
      return embedding;
  }
}
