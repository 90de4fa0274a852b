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

/**
 * Distance in pixels by which a side of an edge is folded behind the other one and from which it is softened fully: below,
 * edges fold and unfold with the noise of the mesh.
 */
const FOLDED = 0.5;

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
  return new FoldedOutline(edgesOf(face));
}

class FoldedOutline implements NoseOutline {
  readonly #edges: Uint16Array;
  /** Pixels along the outline, their new values, and the number of them. */
  readonly #pixels: number[] = [];
  readonly #values: number[] = [];
  #count = 0;
  /** Weight of every pixel of the patch, 0..255. */
  #weights = new Uint8Array(0);

  constructor(edges: Uint16Array) {
    this.#edges = edges;
  }

  soften(patch: FacePatch, mesh: Float32Array): void {
    const { arena, width, height, planes } = patch;
    const { bytes } = arena.views;
    if (this.#weights.length < width * height) {
      this.#weights = new Uint8Array(width * height);
    }
    const [pixels, values, weights] = [this.#pixels, this.#values, this.#weights];
    this.#count = 0;
    for (let at = 0; at < this.#edges.length; at += 4) {
      const weight = Math.round(255 * measureFold(mesh, this.#edges, at));
      if (weight > 0) {
        this.#markEdge(patch, mesh, { at, weight });
      }
    }
    for (let index = 0; index < this.#count; index += 1) {
      const pixel = pixels[index];
      const own = bytes[planes.luma + pixel];
      const part = isDrawn(bytes, planes.mask + pixel, width) ? weights[pixel] / 255 : 0;
      const soft = average(bytes, planes.luma + pixel, width);
      values[index] = Math.round(own + part * (soft - own));
    }
    for (let index = 0; index < this.#count; index += 1) {
      bytes[planes.luma + pixels[index]] = values[index];
      weights[pixels[index]] = 0;
    }
  }

  /** Marks the pixels along an edge, and those around them. */
  #markEdge(
    patch: FacePatch,
    mesh: Float32Array,
    { at, weight }: { readonly at: number; readonly weight: number },
  ): void {
    const [start, end] = [this.#edges[at] * 3, this.#edges[at + 1] * 3];
    const acrossX = mesh[end] - mesh[start];
    const acrossY = mesh[end + 1] - mesh[start + 1];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(acrossX), Math.abs(acrossY))));
    const { width, height } = patch;
    for (let step = 0; step <= steps; step += 1) {
      const column = Math.floor(mesh[start] + (acrossX * step) / steps - patch.left);
      const row = Math.floor(mesh[start + 1] + (acrossY * step) / steps - patch.top);
      if (column > 1 && row > 1 && column < width - 2 && row < height - 2) {
        const pixel = row * width + column;
        this.#mark(pixel, weight);
        this.#mark(pixel - 1, weight);
        this.#mark(pixel + 1, weight);
        this.#mark(pixel - width, weight);
        this.#mark(pixel + width, weight);
      }
    }
  }

  #mark(pixel: number, weight: number): void {
    if (this.#weights[pixel] === 0) {
      this.#pixels[this.#count] = pixel;
      this.#count += 1;
    }
    this.#weights[pixel] = Math.max(this.#weights[pixel], weight);
  }
}

/** Returns how far one side of an edge faces the viewer and the other does not, 0..1. */
function measureFold(mesh: Float32Array, edges: Uint16Array, at: number): number {
  const [start, end] = [edges[at] * 3, edges[at + 1] * 3];
  const acrossX = mesh[end] - mesh[start];
  const acrossY = mesh[end + 1] - mesh[start + 1];
  const length = Math.hypot(acrossX, acrossY) || 1;
  const sideOf = (point: number): number =>
    (acrossX * (mesh[point + 1] - mesh[start + 1]) - acrossY * (mesh[point] - mesh[start])) /
    length;
  const [one, other] = [sideOf(edges[at + 2] * 3), sideOf(edges[at + 3] * 3)];
  return one * other > 0 ? Math.min(1, Math.abs(one) / FOLDED, Math.abs(other) / FOLDED) : 0;
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
