import type { LearntFace } from '../face/draw/face-memory.ts';

/** State of a face learnt in one part of a video, with its embedding; see `FaceEmbedder`. */
export interface HeldFace {
  readonly learnt: LearntFace;
  readonly embedding: Float32Array;
}
