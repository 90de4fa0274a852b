/** Measures how much triangles of a layer are stretched, and fades those of arms that are stretched too much. */
import { smoothstep } from '../../vision/math.ts';

/** Indexes of the first values of a triangle's points. */
export type Corners = readonly [a: number, b: number, c: number];

/**
 * Range of stretches, relative to the scale of the character, over which points fade out. Between a raised arm and the
 * body the cloth of both would become a web, as sleeves of armour or robes would become shards.
 */
const FADED = [2.5, 4] as const;

/**
 * Returns the area of a mapped triangle, negative if it is flipped, and its largest stretch: the greater singular value
 * of the map.
 */
export function measureTriangle(
  from: Float32Array,
  to: Float32Array,
  [a, b, c]: Corners,
): { readonly area: number; readonly stretch: number } {
  const [ux, uy] = [from[b] - from[a], from[b + 1] - from[a + 1]];
  const [vx, vy] = [from[c] - from[a], from[c + 1] - from[a + 1]];
  const [px, py] = [to[b] - to[a], to[b + 1] - to[a + 1]];
  const [qx, qy] = [to[c] - to[a], to[c + 1] - to[a + 1]];
  const before = ux * vy - uy * vx || 1;
  const [m00, m01] = [(px * vy - qx * uy) / before, (qx * ux - px * vx) / before];
  const [m10, m11] = [(py * vy - qy * uy) / before, (qy * ux - py * vx) / before];
  const half = (m00 * m00 + m01 * m01 + m10 * m10 + m11 * m11) / 2;
  const area = px * qy - py * qx;
  const determinant = area / before;
  const stretch = Math.sqrt(half + Math.sqrt(Math.max(0, half * half - determinant ** 2)));
  return { area: (area * Math.sign(before)) / 2, stretch };
}

/** Measures how visible every point of a mesh is, 0..1, from the mean stretch of its triangles; writes to `visible`. */
export function fadeStretched(
  visible: Float32Array,
  {
    from,
    to,
    passes,
    size,
  }: {
    readonly from: Float32Array;
    readonly to: Float32Array;
    readonly passes: readonly Uint16Array[];
    /** Pixels of the canvas per pixel of the still. */
    readonly size: number;
  },
): void {
  const counts = new Uint16Array(visible.length);
  visible.fill(0);
  for (const triangles of passes) {
    for (let at = 0; at < triangles.length; at += 3) {
      const corners = [triangles[at], triangles[at + 1], triangles[at + 2]] as const;
      const { stretch } = measureTriangle(from, to, [
        corners[0] * 2,
        corners[1] * 2,
        corners[2] * 2,
      ]);
      for (const corner of corners) {
        visible[corner] += stretch / size;
        counts[corner] += 1;
      }
    }
  }
  for (let point = 0; point < visible.length; point += 1) {
    visible[point] = 1 - smoothstep(...FADED, visible[point] / Math.max(1, counts[point]));
  }
}
