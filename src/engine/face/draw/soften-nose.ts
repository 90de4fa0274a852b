/**
 * Softens the outline of a drawn nose. A nose turned aside covers the cheek behind it, and both are drawn in one pass
 * without partly covered pixels, so that its outline would be a flight of steps. Elsewhere outlines of the mesh fade.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import type { FacePatch } from './face-patch.ts';
import { noseOf } from './nose-cover.ts';

/** Outline of drawn noses; keeps its working memory. */
interface NoseOutline {
  /** Softens the drawing of a mesh (x, y, z per point, pixels of the frame) by a pixel along the outline of its nose. */
  soften(patch: FacePatch, mesh: Float32Array): void;
}

/** Edges within the nose, four points each: both ends, then the other corner of the triangle on each side. */
const edgesOf = memoisePerFace((face: CanonicalFace): Uint16Array => {
  const { triangles } = face;
  const nose = noseOf(face);
  const corners = new Map<string, number>();
  const edges: number[] = [];
  for (let at = 0; at < triangles.length; at += 1) {
    const start = triangles[at];
    const first = at - (at % 3);
    const end = triangles[first + ((at + 1) % 3)];
    const other = triangles[first + ((at + 2) % 3)];
    const opposite = corners.get(`${end} ${start}`);
    if (opposite === undefined) {
      corners.set(`${start} ${end}`, other);
    } else if (nose[start] > 0 && nose[end] > 0) {
      edges.push(start, end, other, opposite);
    }
  }
  return Uint16Array.from(edges);
});

/** Creates the outline of noses. */
export function createNoseOutline(face: CanonicalFace): NoseOutline {
  const edges = edgesOf(face);
  /** Pixels on the outline, and their new values. */
  let pixels = new Int32Array(0);
  let values = new Uint8Array(0);
  return {
    soften({ arena, left, top, width, height, planes }, mesh) {
      const { bytes } = arena.views;
      const { luma, mask } = planes;
      const seen = new Set<number>();
      const mark = (x: number, y: number): void => {
        if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
          seen.add(y * width + x);
        }
      };
      for (let at = 0; at < edges.length; at += 4) {
        if (isOutline(mesh, edges, at)) {
          const start = edges[at] * 3;
          const end = edges[at + 1] * 3;
          walk(mesh, start, end, (x, y) => {
            const [column, row] = [Math.floor(x - left), Math.floor(y - top)];
            mark(column, row);
            mark(column - 1, row);
            mark(column + 1, row);
            mark(column, row - 1);
            mark(column, row + 1);
          });
        }
      }
      if (seen.size > pixels.length) {
        pixels = new Int32Array(seen.size);
        values = new Uint8Array(seen.size);
      }
      let count = 0;
      for (const pixel of seen) {
        if (isDrawn(bytes, mask + pixel, width)) {
          pixels[count] = pixel;
          values[count] = average(bytes, luma + pixel, width);
          count += 1;
        }
      }
      for (let index = 0; index < count; index += 1) {
        bytes[luma + pixels[index]] = values[index];
      }
    },
  };
}

/** Returns whether one side of an edge faces the viewer and the other does not. */
function isOutline(mesh: Float32Array, edges: Uint16Array, at: number): boolean {
  const [start, end] = [edges[at] * 3, edges[at + 1] * 3];
  const acrossX = mesh[end] - mesh[start];
  const acrossY = mesh[end + 1] - mesh[start + 1];
  const sideOf = (point: number): number =>
    acrossX * (mesh[point + 1] - mesh[start + 1]) - acrossY * (mesh[point] - mesh[start]);
  return sideOf(edges[at + 2] * 3) * sideOf(edges[at + 3] * 3) > 0;
}

/** Visits every pixel along an edge. */
function walk(
  mesh: Float32Array,
  start: number,
  end: number,
  visit: (x: number, y: number) => void,
): void {
  const acrossX = mesh[end] - mesh[start];
  const acrossY = mesh[end + 1] - mesh[start + 1];
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(acrossX), Math.abs(acrossY))));
  for (let step = 0; step <= steps; step += 1) {
    visit(mesh[start] + (acrossX * step) / steps, mesh[start + 1] + (acrossY * step) / steps);
  }
}

/** Returns whether a pixel and its neighbours are drawn. */
function isDrawn(mask: Uint8Array, at: number, width: number): boolean {
  return mask[at] * mask[at - 1] * mask[at + 1] * mask[at - width] * mask[at + width] > 0;
}

/** Averages a pixel with its eight neighbours, weighted like a tent. */
function average(plane: Uint8Array, at: number, width: number): number {
  const [above, below] = [at - width, at + width];
  const straight = plane[at - 1] + plane[at + 1] + plane[above] + plane[below];
  const aslant = plane[above - 1] + plane[above + 1] + plane[below - 1] + plane[below + 1];
  return (4 * plane[at] + 2 * straight + aslant + 8) >> 4;
}
