import type { CanonicalFace } from '../../src/engine/track/canonical-face.ts';
import type { Appearance } from './appearances.ts';

/** Point in centimetres: x to the right, y down, z towards the viewer; the origin is the middle of the head. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Mesh indices along the contours of facial parts; "left" is left in the image. */
export const contours = {
  oval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152,
    148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
  leftEye: [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
  rightEye: [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
  leftBrow: [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  rightBrow: [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
  lips: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
  mouth: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
} as const;

const EYE_Y = 2.6;
/** Enlargement of the eyes, because the eyes of the average face are nearly closed. */
const EYES_TALLER = 0.5;
const EYES_WIDER = 0.16;

/** Deforms the average face to that of an appearance. */
export function shapeFace({ positions }: CanonicalFace, { shape }: Appearance): Point[] {
  const points: Point[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    let [x, y] = [positions[at]!, positions[at + 1]!];
    const z = positions[at + 2]!;
    const low = ramp(y, 0, -7);
    const side = Math.sign(x);
    x *= 1 + shape.width + shape.jaw * low;
    y *= 1 + shape.chin * low;
    const eye = bump(Math.abs(x) - 3.2, y - EYE_Y, 2.4, 1.6);
    y += (y - EYE_Y) * (EYES_TALLER + shape.eyes * 1.6) * eye;
    x += (x - side * 3.2) * (EYES_WIDER + shape.eyes * 0.6) * eye;
    const nose = bump(x, y + 1.2, 2.2, 2.2);
    x += x * shape.nose * nose;
    const mouth = bump(x, y + 4.3, 3.4, 2.1);
    y += (y + 4.3) * shape.lips * 2 * mouth;
    const corner = bump(Math.abs(x) - 2.5, y + 4.4, 1.3, 1.3);
    y += corner * shape.smile * 1.15;
    x += side * corner * shape.smile * 0.6;
    points.push({ x, y: -y, z });
  }
  return points;
}

/** Interpolates from 0 at `from` to 1 at `to`, clamped. */
export function ramp(value: number, from: number, to: number): number {
  const fraction = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return fraction * fraction * (3 - 2 * fraction);
}

function bump(x: number, y: number, width: number, height: number): number {
  return Math.exp(-((x / width) ** 2) - (y / height) ** 2);
}

/** Returns the vertex normals, means of the normals of adjacent triangles. */
export function findNormals(points: readonly Point[], triangles: Uint16Array): Point[] {
  const sums = points.map(() => ({ x: 0, y: 0, z: 0 }));
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!] as const;
    const [a, b, c] = [points[corners[0]]!, points[corners[1]]!, points[corners[2]]!];
    const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
    const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
    const normal = { x: uy * vz - uz * vy, y: uz * vx - ux * vz, z: ux * vy - uy * vx };
    const sign = normal.z < 0 ? -1 : 1;
    for (const corner of corners) {
      sums[corner]!.x += sign * normal.x;
      sums[corner]!.y += sign * normal.y;
      sums[corner]!.z += sign * normal.z;
    }
  }
  return sums.map(({ x, y, z }) => {
    const length = Math.hypot(x, y, z) || 1;
    return { x: x / length, y: y / length, z: z / length };
  });
}
