import { createFaceLuma, type FaceLuma } from './face-quick-check.ts';

/** A face as the network placed it in some frame. */
export interface LandmarkedFace {
  timestampUs: number;
  confidence: number;
  /** Mesh and irises. */
  readonly points: Float32Array;
  readonly luma: FaceLuma;
}

/** Most frames from one mesh to the next, of a face that keeps its expression. */
export const LONGEST_STRIDE = 12;

/** Memory for a face that was placed. */
export function createLandmarkedFace(valueCount: number): LandmarkedFace {
  return {
    timestampUs: Number.NaN,
    confidence: 0,
    points: new Float32Array(valueCount),
    luma: createFaceLuma(),
  };
}
