/**
 * How soft the edges of brows, eyes and lips are in a picture: what a lens, a codec and a webcam leave of them. Skin has no
 * edges, so its grain says nothing about that.
 */
import { LEFT_BROW, LEFT_EYE, LIPS_OUTER, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import type { FacePatch } from './face-patch.ts';

/** Edges that run across, mostly, of every face. */
const EDGES = Uint16Array.from([LEFT_BROW, RIGHT_BROW, LEFT_EYE, RIGHT_EYE, LIPS_OUTER].flat());
/** Rows between which luma is compared: nearly all of the step of a sharp edge lies between the near ones. */
const NEAR = 1;
const FAR = 3;
/** Rows above and below a point where the steepest place is looked for: meshes do not lie on edges exactly. */
const AROUND = 2;
/** The relation of both that a slope without end has, and what makes the variance of a blurred step of others: errors below 8 % up to 3 pixels. */
const SLOPE = NEAR / FAR;
const VARIANCE = 0.42;
const OFFSET = 0.2;
/** The softest edges that are told apart, in squared pixels. */
const MOST = 9;

/**
 * The variance (squared pixels, 0..9) of the blur that edges have in a luma plane of a patch, under a mesh with x, y and z per
 * point. 0 where there are no edges.
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
    : Math.min(MOST, Math.max(0, VARIANCE / Math.max(0.01, near / far - SLOPE) - OFFSET));
}
