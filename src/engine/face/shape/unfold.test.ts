import { assert, constantFrom, float, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createUnfolder } from './unfold.ts';

/** Side of a lattice of points ten pixels apart, with the lips in its middle. */
const SIDE = 22;
const mesh = new Float32Array(MESH_POINT_COUNT * 3);
const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(5);
const order = [...LIPS_OUTER, ...others()];
const pointAt = (column: number, row: number): number => order[row * SIDE + column]!;
for (let row = 0; row < SIDE - 1; row += 1) {
  for (let column = 0; column < SIDE; column += 1) {
    mesh.set([column * 10, row * 10, 0], pointAt(column, row) * 3);
    texture.set([column / SIDE, row / SIDE], pointAt(column, row) * 2);
  }
}
const triangles = Array.from({ length: (SIDE - 1) * (SIDE - 2) }, (_, cell) => {
  const [column, row] = [cell % (SIDE - 1), Math.floor(cell / (SIDE - 1))];
  const [left, right] = [pointAt(column, row), pointAt(column + 1, row)];
  const [below, beyond] = [pointAt(column, row + 1), pointAt(column + 1, row + 1)];
  return [left, below, right, right, below, beyond];
}).flat();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unfolder reads triangles and texture
const face = { texture, triangles: Uint16Array.from(triangles) } as unknown as CanonicalFace;
const unfold = createUnfolder(face);

describe('taking folds out', () => {
  it('leaves meshes alone that were moved, grown, turned or bent a little', () => {
    for (const change of [
      (x: number, y: number) => [x + 7, y - 3],
      (x: number, y: number) => [x * 1.4, y * 0.8],
      (x: number, y: number) => [x * 0.9 - y * 0.4, y * 0.9 + x * 0.4],
      (x: number, y: number) => [x, y + 4 * Math.sin(x / 20)],
    ] as const) {
      const moved = moveMesh(change);
      const before = moved.slice();
      unfold(mesh, moved);
      expect(moved).toEqual(before);
    }
  });

  it('gives a row that was moved over the next one its place again', () => {
    const moved = moveMesh((x, y) => [x, y === 20 ? 33 : y]);
    expect(countFolds(moved)).toBeGreaterThan(20);
    unfold(mesh, moved);
    expect(countFolds(moved)).toBe(0);
    // The point is still lower than before, and points far away have not moved.
    expect(moved[pointAt(10, 2) * 3 + 1]).toBeGreaterThan(21);
    expect(moved[pointAt(10, 12) * 3 + 1]).toBe(120);
  });

  it('never folds a whole mesh, and changes little for a slightly different mesh', () => {
    assert(
      property(
        tuple(constantFrom(1, 2), float({ min: -12, max: 12, noNaN: true })),
        ([row, down]) => {
          const first = moveMesh((x, y) => [x, y === row * 10 ? y + down : y]);
          const second = moveMesh((x, y) => [x, y === row * 10 ? y + down + 0.01 : y]);
          unfold(mesh, first);
          unfold(mesh, second);
          expect(countFolds(first)).toBe(0);
          const max = first.reduce(
            (worst, value, at) => Math.max(worst, Math.abs(value - second[at]!)),
            0,
          );
          expect(max).toBeLessThan(0.05);
        },
      ),
    );
  });
});

function others(): number[] {
  const lips = new Set(LIPS_OUTER);
  return Array.from({ length: MESH_POINT_COUNT }, (_, point) => point).filter(
    (point) => !lips.has(point),
  );
}

function moveMesh(change: (x: number, y: number) => readonly number[]): Float32Array {
  const moved = mesh.slice();
  for (let at = 0; at < moved.length; at += 3) {
    const [x, y] = change(mesh[at]!, mesh[at + 1]!);
    moved[at] = x!;
    moved[at + 1] = y!;
  }
  return moved;
}

function countFolds(moved: Float32Array): number {
  let count = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [one, two, three] = [0, 1, 2].map((corner) => triangles[at + corner]! * 3);
    const area =
      (moved[two!]! - moved[one!]!) * (moved[three! + 1]! - moved[one! + 1]!) -
      (moved[three!]! - moved[one!]!) * (moved[two! + 1]! - moved[one! + 1]!);
    count += area > 0 ? 1 : 0;
  }
  return count;
}
