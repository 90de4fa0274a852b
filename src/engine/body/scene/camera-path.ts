/** Computes the position of a camera in each frame of a scene from its steps. */
import { computeQuantile } from '../body-build.ts';
import { type Similarity, unmoved } from '../../vision/similarity.ts';

/** The path of a camera over a scene. */
export interface CameraPath {
  /** Transforms from pixels of each frame to pixels of the first one. */
  readonly views: readonly Similarity[];
  /** True if the camera is still, so that all frames are aligned. */
  readonly isStill: boolean;
}

/** Minimum length of a step in pixels; shorter ones are measurement errors, which would add up. */
const MIN_STEP = 0.25;
/** Median length of a step below which the camera is still, in pixels. */
const STILL_STEP = 0.3;

/** Returns the path of a camera from its steps; the first step leads into the first frame and is ignored. */
export function joinCameraSteps(
  steps: readonly Similarity[],
  size: { readonly width: number; readonly height: number },
): CameraPath {
  const lengths = steps.slice(1).map((step) => lengthOfStep(step, size));
  const isStill = computeQuantile(lengths, 0.5) < STILL_STEP;
  const views: Similarity[] = [];
  for (const [index, step] of steps.entries()) {
    const before = views[index - 1];
    const isStep = !isStill && before !== undefined && lengths[index - 1] >= MIN_STEP;
    views.push(isStep ? composeViews(before, invertView(step)) : (before ?? unmoved));
  }
  return { views, isStill };
}

/** Returns an estimate of how far a step moves a frame, in pixels: the motion of its middle plus rotation and zoom. */
function lengthOfStep(
  { a, b, shiftX, shiftY }: Similarity,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const [x, y] = [width / 2, height / 2];
  const middle = Math.hypot(shiftX + (a - 1) * x - b * y, shiftY + b * x + (a - 1) * y);
  return middle + ((Math.abs(b) + Math.abs(a - 1)) * width) / 4;
}

/** Applies a view to a point. */
export function applyView(
  { a, b, shiftX, shiftY }: Similarity,
  x: number,
  y: number,
): readonly [x: number, y: number] {
  return [a * x - b * y + shiftX, b * x + a * y + shiftY];
}

/** Returns the inverse of a view. */
export function invertView({ a, b, shiftX, shiftY }: Similarity): Similarity {
  const square = a * a + b * b;
  const [backA, backB] = [a / square, -b / square];
  return {
    a: backA,
    b: backB,
    shiftX: -(backA * shiftX - backB * shiftY),
    shiftY: -(backB * shiftX + backA * shiftY),
  };
}

/** Returns the view that applies `second`, then `first`. */
export function composeViews(first: Similarity, second: Similarity): Similarity {
  const [shiftX, shiftY] = applyView(first, second.shiftX, second.shiftY);
  return {
    a: first.a * second.a - first.b * second.b,
    b: first.b * second.a + first.a * second.b,
    shiftX,
    shiftY,
  };
}
