import type { FrontalShape } from './face-shape.ts';

/** Places of the outer and the inner corner in the outline of an eye. */
export const EYE_CORNERS = [0, 8] as const;
/** Places of the upper lid in its middle; those of the lower one are as far from the end. */
const LIDS = [3, 4, 5] as const;

/** How far the lids of an eye are apart in the middle, as part of its width. */
export function openingOf(shape: FrontalShape, outline: readonly number[]): number {
  let apart = 0;
  for (const lid of LIDS) {
    const upper = outline[lid] * 3 + 1;
    const lower = outline[outline.length - lid] * 3 + 1;
    apart += (shape[lower] - shape[upper]) / LIDS.length;
  }
  return apart / eyeWidthOf(shape, outline);
}

/** How far the corners of an eye are apart, in centimetres; 1 where they lie on each other. */
export function eyeWidthOf(shape: FrontalShape, outline: readonly number[]): number {
  const outer = outline[EYE_CORNERS[0]] * 3;
  const inner = outline[EYE_CORNERS[1]] * 3;
  return Math.hypot(shape[inner] - shape[outer], shape[inner + 1] - shape[outer + 1]) || 1;
}
