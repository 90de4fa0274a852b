/**
 * Keeps the closed eyes of a target. Lids that a photo shows open are a few pixels of skin with lashes above. Stretched
 * over a closing eye they would leave a white slit, and lashes would end up on the cheek. Closed eyes show no identity,
 * so those of the target stay.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';

/** Closure (0..1) at which the target's lids begin to show, and at which they replace the source. */
const CLOSED = [0.5, 0.72] as const;
/**
 * Distances from the lids in the texture up to which the source is fully removed, and from which it is fully kept;
 * brows are further away.
 */
const LIDS = [0.02, 0.055] as const;

/** Nearness of every point to the left eye and to the right eye, 0..1. */
const nearnessOf = memoisePerFace(({ texture }: CanonicalFace) =>
  [LEFT_EYE, RIGHT_EYE].map((outline) => measureNearness(texture, outline, LIDS)),
);

/**
 * Lowers `cover`, the opacity of the source per point, around closed eyes. `closed` has the closure of the left and the
 * right eye, 0..1.
 */
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
