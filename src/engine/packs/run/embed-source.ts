import { invariant } from '../../../base/errors.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { normalise } from '../../track/face-embedder.ts';
import { createFaceCrop } from '../align/face-crop.ts';
import { readWeights } from '../onnx/read-weights.ts';
import type { PackSession } from './pack-session.ts';
import { writeTensorImage } from './tensor-image.ts';
import { toFloats, listTensor, toImageTensor } from './tensors.ts';

/** Photo of a person with the face mesh in it. */
export interface SourcePhoto {
  readonly frame: I420Frame;
  /** x, y, z of the 468 points, in pixels of the frame. */
  readonly landmarks: Float32Array;
}

/** Size of an ArcFace embedding. */
const EMBEDDING_SIZE = 512;

/** Returns the mean embedding of photos of one person, as the model gives it: not normalised. */
export async function embedPhotos(
  embedder: PackSession,
  photos: readonly SourcePhoto[],
): Promise<Float32Array<ArrayBuffer>> {
  const { family, signature } = embedder.pack.found;
  const { image: input } = signature;
  invariant(input !== null, 'an embedder sees a picture');
  const image = createFaceCrop(input.size);
  const form = { ...input, range: family.input, isBgr: family.isBgr };
  const mean = new Float32Array(EMBEDDING_SIZE);
  for (const { frame, landmarks } of photos) {
    image.crop(frame, landmarks, family.template);
    const values = new Float32Array(image.values.length);
    writeTensorImage(values, image.values, form);
    const outputs = await embedder.run({ [input.name]: toImageTensor(input, values) });
    const embedding = toFloats(outputs[signature.output], EMBEDDING_SIZE, embedder.facts.label);
    for (let index = 0; index < EMBEDDING_SIZE; index += 1) {
      mean[index]! += embedding[index]! / photos.length;
    }
  }
  return mean;
}

/** Converts an ArcFace embedding to the space that a swapper was trained in. */
export async function convertEmbedding(
  converter: PackSession,
  embedding: Float32Array,
): Promise<Float32Array<ArrayBuffer>> {
  const { signature } = converter.pack.found;
  invariant(signature.embedding !== null, 'a converter takes an embedding');
  const feeds = { [signature.embedding.name]: listTensor(signature.embedding, embedding) };
  const outputs = await converter.run(feeds);
  return toFloats(outputs[signature.output], EMBEDDING_SIZE, converter.facts.label);
}

/** Multiplies a normalised embedding with the matrix in the swapper's file and normalises the result. */
export async function mapEmbedding(
  swapper: PackSession,
  embedding: Float32Array,
): Promise<Float32Array<ArrayBuffer>> {
  const { path, header } = swapper.pack;
  invariant(header.lastInitializer !== null, 'a swapper with a matrix was recognised by it');
  const matrix = await readWeights(path, header.lastInitializer);
  const mapped = new Float32Array(EMBEDDING_SIZE);
  for (let row = 0; row < EMBEDDING_SIZE; row += 1) {
    const factor = embedding[row]!;
    for (let column = 0; column < EMBEDDING_SIZE; column += 1) {
      mapped[column]! += factor * matrix[row * EMBEDDING_SIZE + column]!;
    }
  }
  normalise(mapped);
  return mapped;
}
