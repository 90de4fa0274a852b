import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { trimLips } from './trim-lips.ts';

const SIZE = 120;
const ROWS = [0, 2, 3, 1];

/** Creates lips as rows of points: outer edges 40 above and below the middle, inner edges 10. */
function makeMesh(): Float32Array {
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  for (let column = 0; column < 20; column += 1) {
    const isLower = column <= 10;
    const x = 20 + 8 * (isLower ? column : column - 10);
    ROWS.forEach((row, index) => {
      const isCorner = column % 10 === 0;
      const away = isCorner ? 0 : 40 - index * 10;
      const y = SIZE / 2 + (isLower ? away : -away);
      mesh.set(
        [isCorner ? x + index * (isLower === column > 0 ? -2 : 2) : x, y, 0],
        (REFINED_LIPS[row * 20 + column] ?? 0) * 3,
      );
    });
  }
  return mesh;
}

/** Red lips up to so far from the middle, teeth between them. */
function makeImage(lipsFrom: number) {
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const away = Math.abs(Math.floor(index / SIZE) + 0.5 - SIZE / 2);
    pixels.set(away < lipsFrom ? [225, 215, 195, 255] : [180, 80, 85, 255], index * 4);
  }
  return { width: SIZE, height: SIZE, pixels };
}

const awayOf = (mesh: Float32Array, point: number): number =>
  Math.abs((mesh[point * 3 + 1] ?? 0) - SIZE / 2);

it('leaves lips where the mesh is right, but for the pixels that teeth are mixed with', () => {
  const mesh = makeMesh();
  trimLips(mesh, makeImage(9));
  for (const inner of [13, 14]) {
    expect(awayOf(mesh, inner)).toBeGreaterThan(11);
    expect(awayOf(mesh, inner)).toBeLessThan(12);
  }
});

it('finds where teeth end, and brings the inner edge of the lips there', () => {
  const mesh = makeMesh();
  trimLips(mesh, makeImage(18));
  for (const [inner, outer] of [
    [13, 0],
    [14, 17],
  ] as const) {
    expect(awayOf(mesh, inner)).toBeGreaterThan(17);
    expect(awayOf(mesh, inner)).toBeLessThan(23);
    expect(awayOf(mesh, outer)).toBe(40);
  }
  expect(awayOf(mesh, 15)).toBeGreaterThan(awayOf(mesh, 14));
});

it('brings corners outwards as well, where the dark between lips ends', () => {
  const [mesh, before] = [makeMesh(), makeMesh()];
  trimLips(mesh, makeImage(18));
  for (const [outer, inner] of [
    [61, 78],
    [291, 308],
  ] as const) {
    const reach = (of: Float32Array): number => Math.abs(of[inner * 3]! - of[outer * 3]!);
    expect(reach(mesh)).toBeLessThan(0.8 * reach(before));
    expect(mesh[outer * 3]).toBe(before[outer * 3]);
  }
});
