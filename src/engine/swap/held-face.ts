import type { LearntFace } from '../face/draw/face-memory.ts';

/** What was learnt of a face in one part of a video, and whose face it is. See `FaceEmbedder` for the embedding. */
export interface HeldFace {
  readonly learnt: LearntFace;
  readonly embedding: Float32Array;
}
