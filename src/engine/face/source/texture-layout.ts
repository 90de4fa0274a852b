import { fillPolygon, type Point } from '../../pixels/fill-polygon.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { DRAWN_POINT_COUNT, isWithinEye, listEyeTriangles } from '../shape/eye-points.ts';
import {
  LEFT_BROW,
  LID_FOLDS,
  LIPS_INNER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
} from '../../track/mesh-points.ts';

/** Layout of a face's skin in a square texture. */
export interface TextureLayout {
  /** Width and height of the texture. */
  readonly size: number;
  /** x and y (down) of every mesh point, in pixels of the texture; then those of the irises, which the source sets. */
  readonly points: Float32Array;
  /** Three points per triangle, without the open mouth. */
  readonly triangles: Uint16Array;
  /** The same with the irises in the eyes, as drawn. */
  readonly drawn: Uint16Array;
}

/**
 * Fraction of the way upwards by which the folds of the upper lids are moved: the canonical texture has a third of the
 * room for these folds and lashes that photos have, so their rows would be skipped and lashes would become spikes.
 */
const HIGHER = 0.5;

/** Creates the layout of a canonical face. */
export function createTextureLayout(face: CanonicalFace, size: number): TextureLayout {
  const points = new Float32Array(DRAWN_POINT_COUNT * 2);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    points[point * 2] = face.texture[point * 2] * size;
    points[point * 2 + 1] = face.texture[point * 2 + 1] * size;
  }
  for (const [fold, above] of LID_FOLDS.flat()) {
    for (const axis of [0, 1]) {
      points[fold * 2 + axis] += (points[above * 2 + axis] - points[fold * 2 + axis]) * HIGHER;
    }
  }
  const inner = new Set(LIPS_INNER);
  const triangles: number[] = [];
  const drawn: number[] = [];
  for (let at = 0; at < face.triangles.length; at += 3) {
    const corners = face.triangles.slice(at, at + 3);
    if (!corners.every((point) => inner.has(point))) {
      triangles.push(...corners);
      drawn.push(...(isWithinEye([...corners]) ? [] : corners));
    }
  }
  drawn.push(...listEyeTriangles());
  return { size, points, triangles: Uint16Array.from(triangles), drawn: Uint16Array.from(drawn) };
}

/** Fills the texture within an outline of mesh points, scaled by `growth` around its middle. */
export function fillOutline(
  plane: Float32Array,
  layout: TextureLayout,
  {
    outline,
    value,
    growth = 1,
  }: {
    readonly outline: readonly number[];
    readonly value: number;
    readonly growth?: number | undefined;
  },
): void {
  const corners = outline.map((point): Point => toPoint(layout, point));
  const middleX = corners.reduce((sum, [x]) => sum + x, 0) / corners.length;
  const middleY = corners.reduce((sum, [, y]) => sum + y, 0) / corners.length;
  const grown = corners.map(([x, y]): Point => [
    middleX + (x - middleX) * growth,
    middleY + (y - middleY) * growth,
  ]);
  fillPolygon(plane, layout.size, grown, value);
}

/** Returns the position of a mesh point in the texture. */
export function toPoint({ points }: TextureLayout, point: number): Point {
  return [points[point * 2], points[point * 2 + 1]];
}

/** Returns the uppermost row of the brows in the texture. */
export function browTop(layout: TextureLayout): number {
  return Math.min(...[...LEFT_BROW, ...RIGHT_BROW].map((point) => toPoint(layout, point)[1]));
}
