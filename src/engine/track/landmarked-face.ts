import { createFaceLuma, type FaceLuma } from './face-quick-check.ts';

/** Result of the mesh network for a face in one frame. */
export interface LandmarkedFace {
  timestampUs: number;
  confidence: number;
  /** Mesh and irises. */
  readonly points: Float32Array;
  readonly luma: FaceLuma;
}

/** Maximum frames between two results, for a face that keeps its expression. */
export const LONGEST_STRIDE = 12;

/** Creates memory for a result. */
export function createLandmarkedFace(valueCount: number): LandmarkedFace {
  return {
    timestampUs: Number.NaN,
    confidence: 0,
    points: new Float32Array(valueCount),
    luma: createFaceLuma(),
  };
}
