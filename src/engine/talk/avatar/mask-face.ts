import { fillPolygon, type Point } from '../../pixels/fill-polygon.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';

/** Scale of the mask against the face's outline, and its blur radius as a fraction of the face's width. */
const SIZE = 0.95;
const FADE = 0.03;

/** Returns the face mask of an image, 0..255, soft at the outline. */
export function maskFace(
  { width, height }: Pick<RgbaImage, 'width' | 'height'>,
  landmarks: Float32Array,
): Uint8Array {
  const outline = FACE_OVAL.map((point): Point => [landmarks[point * 3], landmarks[point * 3 + 1]]);
  const middleX = outline.reduce((sum, [x]) => sum + x, 0) / outline.length;
  const middleY = outline.reduce((sum, [, y]) => sum + y, 0) / outline.length;
  const size = Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x));
  const shrunk = outline.map(([x, y]): Point => [
    middleX + (x - middleX) * SIZE,
    middleY + (y - middleY) * SIZE,
  ]);
  const mask = new Float32Array(width * height);
  fillPolygon(mask, width, shrunk, 255);
  const radius = Math.max(1, Math.round(size * FADE));
  boxBlur(mask, width, radius);
  boxBlur(mask, width, radius);
  return new Uint8Array(mask);
}
