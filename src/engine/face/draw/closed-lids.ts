/**
 * Closed eyes of a target. Lids that a photo shows open are a few pixels of skin, with lashes above. Stretched over an eye that closes,
 * they leave a slit of white, and the lashes end up on the cheek. Nobody is known by closed eyes, so those of the target are kept.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { oncePerFace } from '../shape/once-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';

/** How far an eye is closed (0..1) when its own lids begin to be seen, and when nothing of the source is left on it. */
const CLOSED = [0.5, 0.72] as const;
/** Distances from the lids in the texture up to which all of the source is taken off, and from which none is: brows are further away. */
const LIDS = [0.02, 0.055] as const;

/** How near every point is to the left eye and to the other, 0..1. */
const nearnessOf = oncePerFace(({ texture }: CanonicalFace) =>
  [LEFT_EYE, RIGHT_EYE].map((outline) => measureNearness(texture, outline, LIDS)),
);

/** Lowers `cover`, how much of the source is seen at every point, around eyes that are `closed` (0..1; the left one, then the other). */
export function uncoverClosedEyes(
  face: CanonicalFace,
  closed: Float32Array,
  cover: Float32Array,
): void {
  const nearness = nearnessOf(face);
  for (let eye = 0; eye < 2; eye += 1) {
    const uncovered = smoothstep(...CLOSED, closed[eye]);
    if (uncovered > 0) {
      const near = nearness[eye];
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        cover[point] *= 1 - uncovered * near[point];
      }
    }
  }
}
