import type { FrontalShape } from './face-shape.ts';

/** Indices of the outer and the inner corner in the outline of an eye. */
export const EYE_CORNERS = [0, 8] as const;
/** Indices of the middle of the upper lid; those of the lower lid are counted from the end. */
const LIDS = [3, 4, 5] as const;

/** Returns the distance between the lids in the middle of an eye, as a fraction of its width. */
export function computeOpening(shape: FrontalShape, outline: readonly number[]): number {
  let apart = 0;
  for (const lid of LIDS) {
    const upper = outline[lid] * 3 + 1;
    const lower = outline[outline.length - lid] * 3 + 1;
    apart += (shape[lower] - shape[upper]) / LIDS.length;
  }
  return apart / computeEyeWidth(shape, outline);
}

/** Returns the distance between the corners of an eye in centimetres; 1 where they coincide. */
export function computeEyeWidth(shape: FrontalShape, outline: readonly number[]): number {
  const outer = outline[EYE_CORNERS[0]] * 3;
  const inner = outline[EYE_CORNERS[1]] * 3;
  return Math.hypot(shape[inner] - shape[outer], shape[inner + 1] - shape[outer + 1]) || 1;
}
