/** Where a camera was in each frame of a scene, from its steps between them. */
import { quantileOf } from '../body-build.ts';
import { type Similarity, unmoved } from '../../vision/similarity.ts';

/** What a camera does over a scene. */
export interface CameraPath {
  /** From pixels of each frame to those of the first one. */
  readonly views: readonly Similarity[];
  /** Whether it stands still, so that all frames lie on each other. */
  readonly isStill: boolean;
}

/** Steps that move corners by less (pixels) cannot be told from none; their errors would add up. */
const MIN_STEP = 0.25;
/** A camera whose steps are mostly shorter than this stands still. */
const STILL_STEP = 0.3;

/** The path of a camera whose steps (the first one is that into the first frame) are known. */
export function joinCameraSteps(
  steps: readonly Similarity[],
  size: { readonly width: number; readonly height: number },
): CameraPath {
  const lengths = steps.slice(1).map((step) => lengthOfStep(step, size));
  const isStill = quantileOf(lengths, 0.5) < STILL_STEP;
  const views: Similarity[] = [];
  for (const [index, step] of steps.entries()) {
    const before = views[index - 1];
    const isStep = !isStill && before !== undefined && lengths[index - 1] >= MIN_STEP;
    views.push(isStep ? composeViews(before, invertView(step)) : (before ?? unmoved));
  }
  return { views, isStill };
}

/** How far a step moves the middle and the corners of a frame. */
function lengthOfStep(
  { a, b, shiftX, shiftY }: Similarity,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const [x, y] = [width / 2, height / 2];
  const middle = Math.hypot(shiftX + (a - 1) * x - b * y, shiftY + b * x + (a - 1) * y);
  return middle + ((Math.abs(b) + Math.abs(a - 1)) * width) / 4;
}

/** Where a view puts a place. */
export function applyView(
  { a, b, shiftX, shiftY }: Similarity,
  x: number,
  y: number,
): readonly [x: number, y: number] {
  return [a * x - b * y + shiftX, b * x + a * y + shiftY];
}

/** The view back. */
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

/** First `second`, then `first`. */
export function composeViews(first: Similarity, second: Similarity): Similarity {
  const [shiftX, shiftY] = applyView(first, second.shiftX, second.shiftY);
  return {
    a: first.a * second.a - first.b * second.b,
    b: first.b * second.a + first.a * second.b,
    shiftX,
    shiftY,
  };
}
