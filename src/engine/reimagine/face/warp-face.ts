/**
 * Warps an image from one face mesh to another: the triangles of the mesh, then rings around it in which the
 * displacement falls to zero. Pixels are sampled by Catmull-Rom splines, because bilinear sampling softens faces.
 * Pixels without displacement keep their bytes.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { copyRaster, type Raster } from '../raster/raster.ts';

/**
 * Distance of each ring from the middle of the face relative to the outline's, and the fraction of the outline's
 * displacement that it has.
 */
const RINGS = [
  [1.12, 0.75],
  [1.28, 0.35],
  [1.5, 0.1],
  [1.75, 0],
] as const;
/** Displacements below this (pixels) count as none. */
const STILL = 0.01;

interface RingedMesh {
  /** x and y of every point, before and after. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  readonly triangles: readonly number[];
}

/** Warps one face of an image in place; both meshes are given as landmarks. */
export function warpFace(
  raster: Raster,
  canonical: CanonicalFace,
  { from, to }: { readonly from: Float32Array; readonly to: Float32Array },
): void {
  const mesh = addRings(canonical, from, to);
  let left = raster.width;
  let top = raster.height;
  let right = 0;
  let bottom = 0;
  for (let at = 0; at < mesh.to.length; at += 2) {
    left = Math.min(left, Math.max(0, Math.floor(mesh.to[at])));
    right = Math.max(right, Math.min(raster.width, Math.ceil(mesh.to[at])));
    top = Math.min(top, Math.max(0, Math.floor(mesh.to[at + 1])));
    bottom = Math.max(bottom, Math.min(raster.height, Math.ceil(mesh.to[at + 1])));
  }
  if (right <= left || bottom <= top) {
    return;
  }
  const area = { left, top, width: right - left, height: bottom - top };
  sampleMoved(raster, area, drawMovement(mesh, area));
}

function addRings(canonical: CanonicalFace, from: Float32Array, to: Float32Array): RingedMesh {
  const count = FACE_OVAL.length;
  const before: number[] = [];
  const after: number[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    before.push(from[point * 3], from[point * 3 + 1]);
    after.push(to[point * 3], to[point * 3 + 1]);
  }
  const middle = [0, 1].map(
    (axis) => FACE_OVAL.reduce((sum, point) => sum + from[point * 3 + axis], 0) / count,
  );
  for (const [distance, weight] of RINGS) {
    for (let index = 0; index < count; index += 1) {
      for (const axis of [0, 1]) {
        let moved = 0;
        for (let step = -2; step <= 2; step += 1) {
          const near = FACE_OVAL[(index + step + count) % count] * 3 + axis;
          moved += (to[near] - from[near]) / 5;
        }
        const own = from[FACE_OVAL[index] * 3 + axis];
        const value = middle[axis] + (own - middle[axis]) * distance;
        before.push(value);
        after.push(value + moved * weight);
      }
    }
  }
  const triangles = Array.from(canonical.triangles);
  for (let ring = 0; ring < RINGS.length; ring += 1) {
    const outer = MESH_POINT_COUNT + ring * count;
    const numberOf = (index: number): number =>
      ring === 0 ? FACE_OVAL[index % count] : outer - count + (index % count);
    for (let index = 0; index < count; index += 1) {
      const next = outer + ((index + 1) % count);
      triangles.push(
        numberOf(index),
        outer + index,
        next,
        numberOf(index),
        next,
        numberOf(index + 1),
      );
    }
  }
  return { from: Float32Array.from(before), to: Float32Array.from(after), triangles };
}

interface WarpArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Rasterizes the displacement of every pixel of an area to its source, x and y interleaved. */
function drawMovement({ from, to, triangles }: RingedMesh, area: WarpArea): Float32Array {
  const { left, top, width, height } = area;
  const movement = new Float32Array(width * height * 2);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at] * 2, triangles[at + 1] * 2, triangles[at + 2] * 2];
    const [ax, ay, bx, by] = [to[a] - left, to[a + 1] - top, to[b] - left, to[b + 1] - top];
    const [cx, cy] = [to[c] - left, to[c + 1] - top];
    const size = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (Math.abs(size) < 1e-6) {
      continue;
    }
    const lastRow = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)));
    const lastColumn = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)));
    const firstColumn = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 0.5));
    for (let row = Math.max(0, Math.floor(Math.min(ay, by, cy) - 0.5)); row <= lastRow; row += 1) {
      const y = row + 0.5;
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const x = column + 0.5;
        const u = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / size;
        const v = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / size;
        const w = 1 - u - v;
        if (u >= -1e-3 && v >= -1e-3 && w >= -1e-3) {
          const index = (row * width + column) * 2;
          movement[index] = from[a] * u + from[b] * v + from[c] * w - x - left;
          movement[index + 1] = from[a + 1] * u + from[b + 1] * v + from[c + 1] * w - y - top;
        }
      }
    }
  }
  return movement;
}

function sampleMoved(raster: Raster, area: WarpArea, movement: Float32Array): void {
  const { width, height, pixels } = raster;
  const before = copyRaster(raster).pixels;
  const across = new Float32Array(4);
  const down = new Float32Array(4);
  for (let row = 0, index = 0; row < area.height; row += 1) {
    for (let column = 0; column < area.width; column += 1, index += 2) {
      const dx = movement[index];
      const dy = movement[index + 1];
      if (Math.abs(dx) < STILL && Math.abs(dy) < STILL) {
        continue;
      }
      const x = Math.max(0, Math.min(width - 1, column + area.left + dx));
      const y = Math.max(0, Math.min(height - 1, row + area.top + dy));
      const left = Math.floor(x);
      const top = Math.floor(y);
      setWeights(across, x - left);
      setWeights(down, y - top);
      const to = ((row + area.top) * width + column + area.left) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let j = 0; j < 4; j += 1) {
          const line = Math.max(0, Math.min(height - 1, top + j - 1)) * width;
          for (let i = 0; i < 4; i += 1) {
            const from = line + Math.max(0, Math.min(width - 1, left + i - 1));
            sum += before[from * 4 + channel] * across[i] * down[j];
          }
        }
        pixels[to + channel] = sum;
      }
    }
  }
}

function setWeights(weights: Float32Array, t: number): void {
  weights[0] = ((-0.5 * t + 1) * t - 0.5) * t;
  weights[1] = (1.5 * t - 2.5) * t * t + 1;
  weights[2] = ((-1.5 * t + 2) * t + 0.5) * t;
  weights[3] = (0.5 * t - 0.5) * t * t;
}
