import { describe, expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createFarSide } from './far-side.ts';

/** Strip of points across a turned head: the last three are behind its silhouette. */
const COLUMNS = 7;
const X = [0, 10, 20, 30, 26, 22, 18];
const Z = [0, 0, 2, 10, 20, 30, 40];

describe('the far side of a turned head', () => {
  it('moves with the visible part beside it, and the visible part stays where it was moved', () => {
    const seen = new Float32Array(MESH_POINT_COUNT * 3);
    const triangles: number[] = [];
    for (let row = 0; row < 2; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) {
        const point = row * COLUMNS + column;
        seen.set([X[column]!, row * 10, Z[column]!], point * 3);
        if (row === 0 && column < COLUMNS - 1) {
          const below = point + COLUMNS;
          triangles.push(point, below, point + 1, point + 1, below, below + 1);
        }
      }
    }
    const moved = seen.slice();
    for (const point of [0, 1, 2, 3, COLUMNS, COLUMNS + 1, COLUMNS + 2, COLUMNS + 3]) {
      moved[point * 3]! += 5;
    }
    const face = {
      positions: new Float32Array(0),
      texture: new Float32Array(MESH_POINT_COUNT * 2),
      triangles: Uint16Array.from(triangles),
      poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
    };
    createFarSide(face).follow(seen, moved);
    const moves = X.map((x, column) => moved[column * 3]! - x);
    expect(moves.slice(0, 3)).toEqual([5, 5, 5]);
    expect(Math.min(...moves.slice(3))).toBeGreaterThan(2);
  });
});
