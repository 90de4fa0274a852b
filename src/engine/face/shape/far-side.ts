import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { measureFacing } from './facing.ts';
import { measureDistances } from './texture-distance.ts';

/** Moves the hidden part of a turned head with the visible part beside it. */
export interface FarSide {
  /**
   * Changes `moved`, the result of moving the mesh `seen` (x, y, z per point): points behind the silhouette follow
   * those before it, so that the frame does not tear between the two.
   */
  follow(seen: Float32Array, moved: Float32Array): void;
}

/** Facing values up to which a point follows its neighbours, and from which it moves by itself. */
const SEEN = [-0.1, 0.1] as const;
/** Distance from the outline in the texture up to which a silhouette can hide points: noses hide none. */
const OUTER = 0.2;
/** Number of propagation rounds between neighbours; the hidden part is about as many points deep. */
const ROUNDS = 6;

/** Creates the far side for meshes of a canonical face; keeps its working memory. */
export function createFarSide({ texture, triangles }: CanonicalFace): FarSide {
  const { starts, neighbours } = listNeighbours(triangles);
  const outer = listOuter(texture);
  const around = listTrianglesOf(outer, triangles);
  const facing = new Float32Array(MESH_POINT_COUNT);
  const hidden = new Uint16Array(MESH_POINT_COUNT);
  const weights = new Float32Array(MESH_POINT_COUNT);
  const moves = new Float32Array(MESH_POINT_COUNT * 3);

  const mirrorPoint = (point: number, seen: Float32Array, moved: Float32Array): void => {
    const [start, end] = [starts[point], starts[point + 1]];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let index = start; index < end; index += 1) {
      const at = neighbours[index] * 3;
      x += moved[at] - seen[at];
      y += moved[at + 1] - seen[at + 1];
      z += moved[at + 2] - seen[at + 2];
    }
    const at = point * 3;
    const own = 1 - weights[point];
    const weight = weights[point] / (end - start);
    moved[at] = seen[at] + moves[at] * own + x * weight;
    moved[at + 1] = seen[at + 1] + moves[at + 1] * own + y * weight;
    moved[at + 2] = seen[at + 2] + moves[at + 2] * own + z * weight;
  };

  return {
    follow(seen, moved) {
      measureFacing(seen, around, facing);
      let count = 0;
      for (const point of outer) {
        const weight = 1 - smoothstep(SEEN[0], SEEN[1], facing[point]);
        if (weight > 0 && starts[point + 1] > starts[point]) {
          hidden[count] = point;
          weights[point] = weight;
          for (let at = point * 3; at < point * 3 + 3; at += 1) {
            moves[at] = moved[at] - seen[at];
          }
          count += 1;
        }
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let index = 0; index < count; index += 1) {
          mirrorPoint(hidden[round % 2 === 0 ? index : count - 1 - index], seen, moved);
        }
      }
    },
  };
}

function listOuter(texture: Float32Array): Uint16Array {
  const distances = measureDistances(texture, FACE_OVAL);
  return Uint16Array.from(distances.keys()).filter((point) => distances[point] < OUTER);
}

/** Lists the triangles that have a corner among some points. */
function listTrianglesOf(points: Uint16Array, triangles: Uint16Array): Uint16Array {
  const isPart = new Uint8Array(MESH_POINT_COUNT);
  for (const point of points) {
    isPart[point] = 1;
  }
  return triangles.filter((_, at) => {
    const start = at - (at % 3);
    return triangles.subarray(start, start + 3).some((point) => isPart[point] === 1);
  });
}

/** Lists the neighbours of all points, and the start of each point's neighbours. */
function listNeighbours(triangles: Uint16Array): {
  readonly starts: Uint16Array;
  readonly neighbours: Uint16Array;
} {
  const all = Array.from({ length: MESH_POINT_COUNT }, () => new Set<number>());
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = triangles.subarray(at, at + 3);
    for (const corner of corners) {
      corners.forEach((other) => all[corner].add(other));
      all[corner].delete(corner);
    }
  }
  const starts = new Uint16Array(MESH_POINT_COUNT + 1);
  all.forEach((others, point) => {
    starts[point + 1] = starts[point] + others.size;
  });
  return { starts, neighbours: Uint16Array.from(all.flatMap((others) => [...others])) };
}
