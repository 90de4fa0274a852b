import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { memoisePerFace } from './memoise-per-face.ts';

/** Mesh point on the other side of a face, per point; points in the middle are their own opposites. */
export const findOppositePoints = memoisePerFace(({ texture }) =>
  Uint16Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const [x, y] = [1 - texture[point * 2], texture[point * 2 + 1]];
    let nearest = 0;
    let min = Infinity;
    for (let other = 0; other < MESH_POINT_COUNT; other += 1) {
      const square = (texture[other * 2] - x) ** 2 + (texture[other * 2 + 1] - y) ** 2;
      if (square < min) {
        min = square;
        nearest = other;
      }
    }
    return nearest;
  }),
);
