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
  /** Pixels along the outline and their new values, the number of them, and 1 for each of them in the patch. */
  const pixels: number[] = [];
  const values: number[] = [];
  let count = 0;
  let marks = new Uint8Array(0);
  const mark = ({ width, height }: FacePatch, column: number, row: number): void => {
    const pixel = row * width + column;
    const isInside = column > 0 && row > 0 && column < width - 1 && row < height - 1;
    if (isInside && marks[pixel] === 0) {
      marks[pixel] = 1;
      pixels[count] = pixel;
      count += 1;
    }
  };
  const markLine = (patch: FacePatch, mesh: Float32Array, start: number, end: number): void => {
    const acrossX = mesh[end] - mesh[start];
    const acrossY = mesh[end + 1] - mesh[start + 1];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(acrossX), Math.abs(acrossY))));
    for (let step = 0; step <= steps; step += 1) {
      const column = Math.floor(mesh[start] + (acrossX * step) / steps - patch.left);
      const row = Math.floor(mesh[start + 1] + (acrossY * step) / steps - patch.top);
      mark(patch, column, row);
      mark(patch, column - 1, row);
      mark(patch, column + 1, row);
      mark(patch, column, row - 1);
      mark(patch, column, row + 1);
    }
  };
  return {
    soften(patch, mesh) {
      const { arena, width, height, planes } = patch;
      const { bytes } = arena.views;
      if (marks.length < width * height) {
        marks = new Uint8Array(width * height);
      }
      count = 0;
      for (let at = 0; at < edges.length; at += 4) {
        if (isOutline(mesh, edges, at)) {
          markLine(patch, mesh, edges[at] * 3, edges[at + 1] * 3);
        }
      }
      for (let index = 0; index < count; index += 1) {
        const at = planes.luma + pixels[index];
        const isChanged = isDrawn(bytes, planes.mask + pixels[index], width);
        values[index] = isChanged ? average(bytes, at, width) : bytes[at];
      }
      for (let index = 0; index < count; index += 1) {
        bytes[planes.luma + pixels[index]] = values[index];
        marks[pixels[index]] = 0;
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
