import { boxBlur } from '../../vision/box-blur.ts';
import { fillPolygon, type Point } from '../../pixels/fill-polygon.ts';
import type { Region } from '../../pixels/region.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { sampleSquare } from './sample-square.ts';

/** Edge of masks, which cover the square that a swapper takes. */
export const MASK_SIZE = 256;

/** Fade at the edge of the mask, as fractions of its edge: swappers give no usable pixels there. */
const EDGE_FROM = 0.02;
const EDGE_TO = 0.12;
/** Blur radius of the face outline, in pixels of the mask; applied twice. */
const OUTLINE_RADIUS = 7;

/** Mask of a swap; 1 where the new face shows. */
export interface MaskPlane {
  readonly values: Float32Array;
  /** Fills the mask with the outline of the face under a mesh, in the square `region` of the frame. */
  reset(mesh: Float32Array, region: Readonly<Region>): void;
  /** Multiplies the mask by `other`, a square plane of any size, 0..1. */
  intersect(other: Float32Array, size: number): void;
}

/** Creates a mask with its own buffer. */
export function createMaskPlane(): MaskPlane {
  const values = new Float32Array(MASK_SIZE * MASK_SIZE);
  const edge = makeEdge();
  const outline: [number, number][] = FACE_OVAL.map(() => [0, 0]);
  return {
    values,
    reset(mesh, region) {
      writeOutline(outline, mesh, region);
      values.fill(0);
      fillPolygon(values, MASK_SIZE, outline satisfies readonly Point[], 1);
      boxBlur(values, MASK_SIZE, OUTLINE_RADIUS);
      boxBlur(values, MASK_SIZE, OUTLINE_RADIUS);
      for (let at = 0; at < values.length; at += 1) {
        values[at]! *= edge[at]!;
      }
    },
    intersect(other, size) {
      const scale = size / MASK_SIZE;
      for (let row = 0, at = 0; row < MASK_SIZE; row += 1) {
        const y = (row + 0.5) * scale - 0.5;
        for (let column = 0; column < MASK_SIZE; column += 1, at += 1) {
          if (values[at]! > 0) {
            values[at]! *= sampleSquare(other, size, (column + 0.5) * scale - 0.5, y);
          }
        }
      }
    },
  };
}

function writeOutline(
  outline: [number, number][],
  mesh: Float32Array,
  region: Readonly<Region>,
): void {
  const cos = Math.cos(region.rotation) / region.width;
  const sin = Math.sin(region.rotation) / region.width;
  for (let index = 0; index < outline.length; index += 1) {
    const at = FACE_OVAL[index]! * 3;
    const x = mesh[at]! - region.centreX;
    const y = mesh[at + 1]! - region.centreY;
    const point = outline[index]!;
    point[0] = (x * cos + y * sin + 0.5) * MASK_SIZE;
    point[1] = (y * cos - x * sin + 0.5) * MASK_SIZE;
  }
}

function makeEdge(): Float32Array {
  return Float32Array.from({ length: MASK_SIZE * MASK_SIZE }, (_, at) => {
    const x = ((at % MASK_SIZE) + 0.5) / MASK_SIZE;
    const y = (Math.floor(at / MASK_SIZE) + 0.5) / MASK_SIZE;
    const distance = Math.min(x, y, 1 - x, 1 - y);
    const alpha = Math.max(0, Math.min(1, (distance - EDGE_FROM) / (EDGE_TO - EDGE_FROM)));
    return alpha * alpha * (3 - 2 * alpha);
  });
}
