/**
 * Estimates surface normals (x right, y down, z to the viewer): from the mesh on faces, from an ellipsoid for the rest
 * of heads, and elsewhere on people from the slope of their matte as if it were inflated.
 */
import type { ImageFace } from '../../head/head-view.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';

/** Unit vectors for every pixel. */
export interface SurfaceNormals {
  readonly x: FloatPlane;
  readonly y: FloatPlane;
  readonly z: FloatPlane;
}

/** Estimates the surface of people. */
export function estimateNormals(
  { width, height }: { readonly width: number; readonly height: number },
  person: Float32Array,
  { faces, canonical }: { readonly faces: readonly ImageFace[]; readonly canonical: CanonicalFace },
): SurfaceNormals {
  const normals = inflate(person, { width, height });
  for (const face of faces) {
    addEgg(normals, face, { width, height });
    addMesh(normals, face, { width, height, triangles: canonical.triangles });
  }
  const { x, y, z } = normals;
  for (let index = 0; index < x.length; index += 1) {
    const length = Math.hypot(x[index], y[index], z[index]) || 1;
    x[index] /= length;
    y[index] /= length;
    z[index] /= length;
  }
  return normals;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function inflate(person: Float32Array, { width, height }: Size): SurfaceNormals {
  const side = Math.max(width, height);
  const bulge = new Float32Array(person.length);
  for (const radius of [side / 60, side / 22, side / 9]) {
    const soft = blurPlane(person, width, radius);
    for (let index = 0; index < bulge.length; index += 1) {
      bulge[index] += (soft[index] * radius) / 1.6;
    }
  }
  const x = new Float32Array(bulge.length);
  const y = new Float32Array(bulge.length);
  for (let row = 1; row < height - 1; row += 1) {
    for (let index = row * width + 1; index < (row + 1) * width - 1; index += 1) {
      x[index] = -(bulge[index + 1] - bulge[index - 1]) / 2;
      y[index] = -(bulge[index + width] - bulge[index - width]) / 2;
    }
  }
  return { x, y, z: new Float32Array(bulge.length).fill(1) };
}

function addEgg({ x, y, z }: SurfaceNormals, { box }: ImageFace, { width, height }: Size): void {
  const centreX = box.left + box.width / 2;
  const centreY = box.top + box.height * 0.42;
  const radiusX = box.width * 0.78;
  const radiusY = box.height * 0.86;
  const last = Math.min(height, Math.ceil(centreY + radiusY));
  const end = Math.min(width, Math.ceil(centreX + radiusX));
  for (let row = Math.max(0, Math.floor(centreY - radiusY)); row < last; row += 1) {
    for (let column = Math.max(0, Math.floor(centreX - radiusX)); column < end; column += 1) {
      const u = (column - centreX) / radiusX;
      const v = (row - centreY) / radiusY;
      const distance = u * u + v * v;
      if (distance < 1) {
        // Necks and shoulders take over softly.
        const weight = 1 - smoothstep(0.7, 1, distance);
        const index = row * width + column;
        x[index] += (u - x[index]) * weight;
        y[index] += (v - y[index]) * weight;
        z[index] += (Math.max(0.25, Math.sqrt(1 - distance)) - z[index]) * weight;
      }
    }
  }
}

function addMesh(
  { x, y, z }: SurfaceNormals,
  { landmarks, box }: ImageFace,
  { width, height, triangles }: Size & { readonly triangles: Uint16Array },
): void {
  const points = measurePointNormals(landmarks, triangles);
  const planes = [0, 1, 2, 3].map(() => new Float32Array(x.length));
  // In a face that is turned far, triangles that face away lie under visible ones.
  const facing = Math.sign(sumAreas(landmarks, triangles));
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3];
    const [ax, ay] = [landmarks[corners[0]], landmarks[corners[0] + 1]];
    const [bx, by] = [landmarks[corners[1]], landmarks[corners[1] + 1]];
    const [cx, cy] = [landmarks[corners[2]], landmarks[corners[2] + 1]];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area * facing < 1e-6) {
      continue;
    }
    const last = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)));
    const end = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)));
    const begin = Math.max(0, Math.floor(Math.min(ax, bx, cx)));
    for (let row = Math.max(0, Math.floor(Math.min(ay, by, cy))); row <= last; row += 1) {
      for (let column = begin; column <= end; column += 1) {
        const u = ((bx - column) * (cy - row) - (cx - column) * (by - row)) / area;
        const v = ((cx - column) * (ay - row) - (ax - column) * (cy - row)) / area;
        if (u >= -1e-3 && v >= -1e-3 && u + v <= 1.001) {
          const index = row * width + column;
          for (let axis = 0; axis < 3; axis += 1) {
            planes[axis][index] =
              points[corners[0] + axis] * u +
              points[corners[1] + axis] * v +
              points[corners[2] + axis] * (1 - u - v);
          }
          planes[3][index] = 1;
        }
      }
    }
  }
  const [softX, softY, softZ, cover] = planes.map((plane) =>
    blurPlane(plane, width, box.width * 0.035),
  );
  const near = blurPlane(planes[3], width, box.width * 0.07);
  for (let index = 0; index < x.length; index += 1) {
    const weight = smoothstep(0.15, 0.85, near[index]);
    if (weight > 0) {
      const whole = Math.max(1e-3, cover[index]);
      x[index] += (softX[index] / whole - x[index]) * weight;
      y[index] += (softY[index] / whole - y[index]) * weight;
      z[index] += (softZ[index] / whole - z[index]) * weight;
    }
  }
}

/** Returns twice the signed area of all triangles; triangles that face away count negative. */
function sumAreas(landmarks: Float32Array, triangles: Uint16Array): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3];
    const [ax, ay] = [landmarks[a], landmarks[a + 1]];
    sum +=
      (landmarks[b] - ax) * (landmarks[c + 1] - ay) - (landmarks[c] - ax) * (landmarks[b + 1] - ay);
  }
  return sum;
}

/**
 * Computes unit normals of the points of a mesh whose depth grows away from the viewer; the normals point to the
 * viewer.
 */
function measurePointNormals(landmarks: Float32Array, triangles: Uint16Array): Float32Array {
  const sums = new Float32Array(MESH_POINT_COUNT * 3);
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3];
    const [a, b, c] = corners;
    const [ux, uy, uz] = [0, 1, 2].map((axis) => landmarks[b + axis] - landmarks[a + axis]);
    const [vx, vy, vz] = [0, 1, 2].map((axis) => landmarks[c + axis] - landmarks[a + axis]);
    const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const sign = cross[2] < 0 ? -1 : 1;
    for (const corner of corners) {
      sums[corner] -= cross[0] * sign;
      sums[corner + 1] -= cross[1] * sign;
      sums[corner + 2] += cross[2] * sign;
    }
  }
  for (let at = 0; at < sums.length; at += 3) {
    const length = Math.hypot(sums[at], sums[at + 1], sums[at + 2]) || 1;
    sums[at] /= length;
    sums[at + 1] /= length;
    sums[at + 2] /= length;
  }
  return sums;
}
