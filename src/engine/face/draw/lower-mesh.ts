import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, LIPS_INNER, LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureDistances } from '../shape/texture-distance.ts';
import { NOSTRILS } from './skin-field.ts';

/** Point on the ridge of the nose; the lower mesh lies below it. */
const NOSE_RIDGE = 195;
/** Fraction of the texture's height below which the outline is chin and jaw. */
const LOW_OUTLINE = 0.75;
/** Distance from the outer lips within which points are around the mouth, as a fraction of the texture. */
const NEAR_MOUTH = 0.075;
/** Position of the cheeks beside the nose, as fractions of the texture: outwards from the middle, and down. */
const CHEEK_ACROSS = [0.13, 0.37] as const;
const CHEEK_DOWN = [0.45, 0.56] as const;

/** Mesh points of a face from the ridge of the nose down. */
export interface LowerMesh {
  /** Points without nostrils and inner lips. */
  readonly points: Uint16Array;
  /** End of the neighbours of each point in `neighbours`. */
  readonly ends: Uint32Array;
  /** Neighbours one or two triangles away. */
  readonly neighbours: Uint16Array;
  /** Outline points where occluders may enter: hair does so further up. */
  readonly outline: Uint16Array;
  /** Per mesh point: whether it belongs to the outline. */
  readonly isOutline: Uint8Array;
  /** Per mesh point: whether it belongs to the lips or their surroundings. */
  readonly nearMouth: Uint8Array;
  /** Per mesh point: whether it belongs to the lips. */
  readonly lips: Uint8Array;
  /** Points of the left and the right cheek above. */
  readonly cheeks: readonly [Uint16Array, Uint16Array];
}

/** Lower half of a canonical face. */
export const lowerMeshOf = memoisePerFace(({ texture, triangles }: CanonicalFace): LowerMesh => {
  const top = texture[NOSE_RIDGE * 2 + 1];
  const isLow = (point: number): boolean => texture[point * 2 + 1] > top;
  // Nostrils and the gap between the lips are dark anyway.
  const others = new Set([...NOSTRILS, ...LIPS_INNER]);
  const used = Uint8Array.from({ length: MESH_POINT_COUNT }, (_, point) =>
    isLow(point) && !others.has(point) ? 1 : 0,
  );
  const points = Uint16Array.from([...used.keys()].filter((point) => used[point] === 1));
  const ends = new Uint32Array(points.length);
  const neighbours: number[] = [];
  const beside = Array.from({ length: MESH_POINT_COUNT }, () => new Set<number>());
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = triangles.subarray(at, at + 3);
    corners.forEach((point) => corners.forEach((other) => beside[point].add(other)));
  }
  for (const [index, point] of points.entries()) {
    // Neighbours two triangles away are included, as a thin occluder can pass between points.
    const near = new Set([...beside[point]].flatMap((other) => [...beside[other]]));
    neighbours.push(...[...near].filter((other) => other !== point && used[other] === 1));
    ends[index] = neighbours.length;
  }
  const isOutline = new Uint8Array(MESH_POINT_COUNT);
  FACE_OVAL.filter((point) => used[point] === 1).forEach((point) => (isOutline[point] = 1));
  const outline = Uint16Array.from(
    FACE_OVAL.filter((point) => texture[point * 2 + 1] > LOW_OUTLINE),
  );
  const lips = new Uint8Array(MESH_POINT_COUNT);
  [...LIPS_OUTER, ...REFINED_LIPS].forEach((point) => (lips[point] = 1));
  const cheekOf = (side: 1 | -1): Uint16Array =>
    Uint16Array.from(lips.keys()).filter((point) => {
      const across = side * (texture[point * 2] - 0.5);
      const down = texture[point * 2 + 1];
      return (
        across > CHEEK_ACROSS[0] &&
        across < CHEEK_ACROSS[1] &&
        down > CHEEK_DOWN[0] &&
        down < CHEEK_DOWN[1]
      );
    });
  const fromLips = measureDistances(texture, LIPS_OUTER);
  const nearMouth = Uint8Array.from(fromLips, (distance) => (distance < NEAR_MOUTH ? 1 : 0));
  return {
    points,
    ends,
    neighbours: Uint16Array.from(neighbours),
    outline,
    isOutline,
    nearMouth,
    lips,
    cheeks: [cheekOf(-1), cheekOf(1)],
  };
});
