/** Number of key points of a detected face. */
export const FACE_KEY_POINTS = 6;

/** Detected face or palm, in pixels of the frame. */
export interface Detection {
  /** Confidence, 0..1. */
  score: number;
  centreX: number;
  centreY: number;
  width: number;
  height: number;
  /**
   * x and y of: eye on the left of the image, the other eye, nose, mouth, both ears; for palms see `hand-region.ts`.
   */
  readonly keyPoints: Float32Array;
}

/** Creates an empty detection. */
export function createDetection(keyPoints: number = FACE_KEY_POINTS): Detection {
  return {
    score: 0,
    centreX: 0,
    centreY: 0,
    width: 0,
    height: 0,
    keyPoints: new Float32Array(keyPoints * 2),
  };
}

interface Box {
  readonly centreX: number;
  readonly centreY: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the intersection over union of two boxes. */
export function computeOverlap(a: Box, b: Box): number {
  const width =
    Math.min(a.centreX + a.width / 2, b.centreX + b.width / 2) -
    Math.max(a.centreX - a.width / 2, b.centreX - b.width / 2);
  const height =
    Math.min(a.centreY + a.height / 2, b.centreY + b.height / 2) -
    Math.max(a.centreY - a.height / 2, b.centreY - b.height / 2);
  if (width <= 0 || height <= 0) {
    return 0;
  }
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}
