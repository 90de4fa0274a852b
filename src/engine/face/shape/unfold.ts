/**
 * Removes folds from a moved mesh: below the lip of a wide open mouth there is little space, and a fuller lip would be
 * drawn over its own edge. Triangles that lose most of their area are moved more rigidly, which restores their shape.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LIPS_INNER, LIPS_OUTER } from '../../track/mesh-points.ts';
import { measureDistances } from './texture-distance.ts';

/** Removes folds around the mouth from `moved` in place; `mesh` (x, y, z per point) is the mesh before the movement. */
export type Unfolder = (mesh: Float32Array, moved: Float32Array) => void;

/** Distance from the lips in the texture within which triangles are checked. */
const REACH = 0.16;
/** Fraction of the area from which a triangle stays unchanged. */
const MIN_AREA = 0.4;
/** Maximum fraction per round by which a triangle without area is moved rigidly. */
const MAX_FRACTION = 0.5;
const ROUNDS = 8;
/** Triangles below this area (square pixels, doubled), and those seen from behind, are ignored. */
const SMALLEST = 0.05;

/** Creates an unfolder for meshes of a canonical face. */
export function createUnfolder(face: CanonicalFace): Unfolder {
  /** Three places of x per triangle. */
  const corners = listTriangles(face).map((point) => point * 3);
  const areas = new Float64Array(corners.length / 3);
  return (mesh, moved) => {
    for (let at = 0, index = 0; at < corners.length; at += 3, index += 1) {
      // Triangles of the canonical face are seen from the front where this is below 0.
      areas[index] = -computeArea(mesh, corners[at], corners[at + 1], corners[at + 2]);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      let isFolded = false;
      for (let at = 0, index = 0; at < corners.length; at += 3, index += 1) {
        const one = corners[at];
        const two = corners[at + 1];
        const three = corners[at + 2];
        const before = areas[index];
        const lost = MIN_AREA * before + computeArea(moved, one, two, three);
        if (before > SMALLEST && lost > 0) {
          isFolded = true;
          const weight = MAX_FRACTION * Math.min(1, lost / (MIN_AREA * before));
          moveTogether(mesh, moved, one, two, three, weight);
          moveTogether(mesh, moved, one + 1, two + 1, three + 1, weight);
        }
      }
      if (!isFolded) {
        return;
      }
    }
  };
}

/** Moves the changes of three values towards their mean. */
function moveTogether(
  mesh: Float32Array,
  moved: Float32Array,
  one: number,
  two: number,
  three: number,
  weight: number,
): void {
  const first = moved[one] - mesh[one];
  const second = moved[two] - mesh[two];
  const third = moved[three] - mesh[three];
  const mean = (first + second + third) / 3;
  moved[one] += (mean - first) * weight;
  moved[two] += (mean - second) * weight;
  moved[three] += (mean - third) * weight;
}

/** Returns twice the area of a triangle, below 0 when seen from the other side. */
function computeArea(mesh: Float32Array, one: number, two: number, three: number): number {
  return (
    (mesh[two] - mesh[one]) * (mesh[three + 1] - mesh[one + 1]) -
    (mesh[three] - mesh[one]) * (mesh[two + 1] - mesh[one + 1])
  );
}

function listTriangles({ texture, triangles }: CanonicalFace): Uint16Array {
  const distances = measureDistances(texture, LIPS_OUTER);
  const inner = new Set(LIPS_INNER);
  const near: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [...triangles.subarray(at, at + 3)];
    // Triangles of the open mouth itself may close.
    const isMouth = corners.every((point) => inner.has(point));
    if (!isMouth && corners.some((point) => distances[point] < REACH)) {
      near.push(...corners);
    }
  }
  return Uint16Array.from(near);
}
