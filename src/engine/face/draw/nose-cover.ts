/**
 * Keeps the averted side of a nose covered. Skin that turns away fades out, because at the outline of a face the frame
 * is behind it; behind a nose it is the cheek of the same face, and the nose of the target would show through as a line
 * along the drawn one.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT, NOSE } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';

/** Distances from the outline of the nose in the texture over which its cover ends. */
const NEAR = [0.02, 0.05] as const;
/** Facing values up to which skin does not cover, and from which it does. */
const HIDDEN = 0.02;
const SEEN = 0.25;
/** Yaw (radians) up to which the cheek is behind the whole nose, and from which the nose is part of the outline. */
const ASIDE = [0.45, 0.7] as const;

/** Weight of the nose at every point, 0..1. */
export const noseOf = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, NOSE, NEAR).map((near, point) => (isInNose(texture, point) ? 1 : near)),
);

/** Returns whether a point is within the outline of the nose (even-odd rule). */
function isInNose(texture: Float32Array, point: number): boolean {
  const [x, y] = texture.subarray(point * 2, point * 2 + 2);
  let isInside = false;
  for (const [index, end] of NOSE.entries()) {
    const start = NOSE[(index + NOSE.length - 1) % NOSE.length];
    const [fromX, fromY, toX, toY] = [
      texture[start * 2],
      texture[start * 2 + 1],
      texture[end * 2],
      texture[end * 2 + 1],
    ];
    const crosses = fromY > y !== toY > y;
    if (crosses && x < fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY)) {
      isInside = !isInside;
    }
  }
  return isInside;
}

/** Writes how much every point covers the frame, 0..1, by how far its skin faces the viewer (1 frontal, 0 from the side). */
export function measureCover(
  face: CanonicalFace,
  { facing, yaw }: { readonly facing: Float32Array; readonly yaw: number },
  cover: Float32Array,
): void {
  const nose = noseOf(face);
  const isBefore = 1 - smoothstep(...ASIDE, Math.abs(yaw));
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    cover[point] = Math.max(isBefore * nose[point], smoothstep(HIDDEN, SEEN, facing[point]));
  }
}
