import type { I420Frame } from '../pixels/frame.ts';
import { createRegion } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import type { SampleTarget } from '../pixels/sample-target.ts';
import { setRegionOfMesh } from './face-region.ts';
import { toOutput, type FixedModel } from './fixed-model.ts';

/** Length of an embedding. */
export const EMBEDDING_SIZE = 1024;

/** Computes embeddings that are similar for images of one person. */
export interface FaceEmbedder {
  /**
   * Writes the embedding of the face under a mesh (x, y, z per point) into `embedding`, normalized to length 1. Two
   * images of a person have a cosine of 0.84 to 0.97, two people one of 0.24 to 0.55.
   */
  embed(frame: I420Frame, landmarks: Float32Array, embedding: Float32Array): void;
}

const INPUT_SIZE = 224;
/** Size of the input region relative to the face, as in the network's training images. */
const MARGIN = 1;

/** Creates an embedder on a loaded network; calls must not overlap. */
export function createFaceEmbedder(model: FixedModel): FaceEmbedder {
  const region = createRegion();
  // Colours of the training set: 0..255 minus the mean of the set, blue first.
  const target: SampleTarget = {
    values: model.input,
    width: INPUT_SIZE,
    height: INPUT_SIZE,
    scale: 1,
    offsetRed: -123.68,
    offsetGreen: -116.779,
    offsetBlue: -103.939,
    isBgr: true,
    border: 'black',
  };
  const output = toOutput(model, 'global_pooling_Mean');
  return {
    embed(frame, landmarks, embedding) {
      setRegionOfMesh(region, landmarks, MARGIN);
      sampleI420(frame, region, target);
      model.run();
      embedding.set(output);
      normalise(embedding);
    },
  };
}

/** Returns the embedding of one face in memory of its own; see {@link FaceEmbedder.embed}. */
export function embedFace(
  embedder: FaceEmbedder,
  frame: I420Frame,
  landmarks: Float32Array,
): Float32Array {
  const embedding = new Float32Array(EMBEDDING_SIZE);
  embedder.embed(frame, landmarks, embedding);
  return embedding;
}

/** Returns the cosine similarity of two embeddings of length 1, -1..1. */
export function cosineSimilarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += a[index] * b[index];
  }
  return sum;
}

/** Normalizes a vector to length 1. */
export function normalise(vector: Float32Array): void {
  const length = Math.sqrt(cosineSimilarity(vector, vector)) || 1;
  for (let index = 0; index < vector.length; index += 1) {
    vector[index] /= length;
  }
}
