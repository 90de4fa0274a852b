/**
 * Measures the blur of the edges of eyes in a frame, which comes from the lens, the codec and the camera. Skin has no
 * edges, so its grain does not show this blur, and brows and lips of some faces have none either.
 */
import { LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import type { FacePatch } from './face-patch.ts';

/** Points on features whose edges run mostly horizontally. */
const EDGES = Uint16Array.from([...LEFT_EYE, ...RIGHT_EYE]);
/** Row offsets at which luma is compared. Nearly the whole step of a sharp edge lies within the near ones. */
const NEAR = 1;
const FAR = 3;
/**
 * Rows above and below a point that are searched for the steepest gradient, as the mesh does not follow edges exactly.
 */
const AROUND = 2;
/**
 * Ratio of near to far differences for an infinitely wide slope, and the fit from that ratio to the variance of a
 * blurred step. The error is below 8 % up to 3 pixels.
 */
const SLOPE = NEAR / FAR;
const VARIANCE = 0.42;
const OFFSET = 0.2;
/** Maximum measurable blur variance, in squared pixels. */
const MAX = 9;

/**
 * Returns the blur variance (squared pixels, 0..9) of feature edges in a luma plane of a patch, under a mesh with x, y
 * and z per point. Returns 0 without edges.
 */
export function measureEdgeSoftness(
  { arena, left, top, width, height }: FacePatch,
  plane: number,
  mesh: Float32Array,
): number {
  const { bytes } = arena.views;
  let near = 0;
  let far = 0;
  for (let index = 0; index < EDGES.length; index += 1) {
    const point = EDGES[index] * 3;
    const x = Math.round(mesh[point] - left);
    const y = Math.round(mesh[point + 1] - top);
    if (x < 0 || x >= width || y < FAR + AROUND || y >= height - FAR - AROUND) {
      continue;
    }
    let steepest = 0;
    let highest = 0;
    for (let row = -AROUND; row <= AROUND; row += 1) {
      const at = plane + (y + row) * width + x;
      steepest = Math.max(steepest, Math.abs(bytes[at + NEAR * width] - bytes[at - NEAR * width]));
      highest = Math.max(highest, Math.abs(bytes[at + FAR * width] - bytes[at - FAR * width]));
    }
    near += steepest;
    far += highest;
  }
  return far === 0
    ? 0
    : Math.min(MAX, Math.max(0, VARIANCE / Math.max(0.01, near / far - SLOPE) - OFFSET));
}
