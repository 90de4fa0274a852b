/**
 * Keeps the line between the lips from the target. It is dark, but the texture, whose open mouth is filled like skin,
 * has no such line; meshes are inaccurate by a pixel, so teeth of a photo lie on the edges of its lips as well. Closed
 * lips would show a pale line there.
 */
import { LIPS_INNER, LIPS_OUTER } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FrontalShape } from '../shape/face-shape.ts';
import { toPoint, type TextureLayout } from './texture-layout.ts';

/** Gap between the lips, in mouth widths, from which teeth may show on their edges, and from which they surely do. */
const APART = [0.04, 0.12] as const;
/**
 * Distances from the line, as fractions of the texture, below which lips are not drawn, and from which they are fully
 * drawn, for closed lips and for lips with teeth. Lips are 0.04 high.
 */
const NOTHING = 0.001;
const MEETING = 0.0045;
const PARTED = 0.007;

const [UPPER_LIP, LOWER_LIP] = [LIPS_INNER[5], LIPS_INNER[15]];
const [LEFT_CORNER, RIGHT_CORNER] = [LIPS_OUTER[0], LIPS_OUTER[10]];

/** Returns the certainty that teeth show on the edges of the lips, 0..1. */
export function measureParting(shape: FrontalShape): number {
  const gap = shape[LOWER_LIP * 3 + 1] - shape[UPPER_LIP * 3 + 1];
  const width = Math.abs(shape[RIGHT_CORNER * 3] - shape[LEFT_CORNER * 3]);
  return smoothstep(...APART, gap / Math.max(1e-3, width));
}

/**
 * Removes the line between lips, which were `parted` (0..1), from the mask (0..1 per pixel), so that the target shows
 * there.
 */
export function leaveParting(mask: Float32Array, layout: TextureLayout, parted: number): void {
  const distances = measureFromLine(layout);
  const whole = MEETING + (PARTED - MEETING) * parted;
  for (let at = 0; at < mask.length; at += 1) {
    mask[at] *= smoothstep(NOTHING, whole, distances[at]);
  }
}

/** Returns the distance of pixels near the mouth from its inner edges, as fractions of the texture; large elsewhere. */
function measureFromLine(layout: TextureLayout): Float32Array {
  const { size } = layout;
  const points = LIPS_INNER.map((point) => toPoint(layout, point));
  const reach = Math.ceil(PARTED * size);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.floor(Math.min(...xs)) - reach, Math.ceil(Math.max(...xs)) + reach];
  const [top, bottom] = [Math.floor(Math.min(...ys)) - reach, Math.ceil(Math.max(...ys)) + reach];
  const distances = new Float32Array(size * size).fill(1);
  for (let row = Math.max(0, top); row < Math.min(size, bottom); row += 1) {
    for (let column = Math.max(0, left); column < Math.min(size, right); column += 1) {
      let square = Infinity;
      for (const [index, [fromX, fromY]] of points.entries()) {
        const [toX, toY] = points[(index + 1) % points.length];
        const [acrossX, acrossY] = [toX - fromX, toY - fromY];
        const [x, y] = [column + 0.5 - fromX, row + 0.5 - fromY];
        const length = acrossX * acrossX + acrossY * acrossY || 1;
        const along = Math.max(0, Math.min(1, (x * acrossX + y * acrossY) / length));
        square = Math.min(square, (x - along * acrossX) ** 2 + (y - along * acrossY) ** 2);
      }
      distances[row * size + column] = Math.sqrt(square) / size;
    }
  }
  return distances;
}
