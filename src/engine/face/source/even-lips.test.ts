import { expect, it } from 'vitest';
import { LIPS_INNER, LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { evenLips } from './even-lips.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 128;
const UPPER = 80 * SIZE;
/** Colours of red and of pale lips with equal light, and of skin. */
const RED = [180, 90, 90];
const PALE = [124, 115, 115];
const SKIN = [200, 160, 140];

it('pale lips on one side come nearer to the others; light and skin stay', () => {
  const layout = makeLayout();
  const planes = [0, 1, 2].map((channel) =>
    Float32Array.from({ length: SIZE * SIZE }, (_, at) => {
      const [column, row] = [at % SIZE, Math.floor(at / SIZE)];
      const isLip = Math.abs(row - 80) < 14 && Math.abs(column - 64) < 30;
      return (isLip ? (column < 64 ? RED : PALE) : SKIN)[channel]!;
    }),
  );
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  const difference = (plane: Float32Array): number =>
    plane[UPPER - 8 * SIZE + 52]! - plane[UPPER - 8 * SIZE + 76]!;
  const before = difference(red);
  const skin = red[20 * SIZE + 20];
  evenLips({ red, green, blue }, layout);
  expect(difference(red)).toBeLessThan(0.6 * before);
  expect(difference(red)).toBeGreaterThan(0);
  const at = UPPER - 8 * SIZE + 76;
  expect(0.299 * red[at]! + 0.587 * green[at]! + 0.114 * blue[at]!).toBeCloseTo(117.7, 0);
  expect(red[20 * SIZE + 20]).toBe(skin);
});

it('a side that is much lighter than its skin comes down to the other', () => {
  const isMouth = (at: number): boolean =>
    Math.abs(Math.floor(at / SIZE) - 80) < 14 && Math.abs((at % SIZE) - 64) < 28;
  const drawPlane = (): Float32Array =>
    Float32Array.from({ length: SIZE * SIZE }, (_, at) =>
      isMouth(at) ? (at % SIZE < 64 ? 220 : 100) : 220,
    );
  const planes = { red: drawPlane(), green: drawPlane(), blue: drawPlane() };
  evenLips(planes, makeLayout());
  const row = UPPER - 8 * SIZE;
  expect(planes.green[row + 52]).toBeLessThan(125);
  expect(planes.green[row + 75]).toBeCloseTo(100, 0);
  expect(planes.green[20 * SIZE + 20]).toBe(220);
});

it('a side that is as much lighter as its skin is stays', () => {
  const isMouth = (at: number): boolean =>
    Math.abs(Math.floor(at / SIZE) - 80) < 14 && Math.abs((at % SIZE) - 64) < 28;
  const drawPlane = (): Float32Array =>
    Float32Array.from(
      { length: SIZE * SIZE },
      (_, at) => (at % SIZE < 64 ? 1 : 0.5) * (isMouth(at) ? 104 : 160),
    );
  const planes = { red: drawPlane(), green: drawPlane(), blue: drawPlane() };
  evenLips(planes, makeLayout());
  const row = UPPER - 8 * SIZE;
  expect(planes.green[row + 48]).toBeGreaterThan(98);
  expect(planes.green[row + 79]).toBeCloseTo(52, 0);
});

/** Creates a layout with lips as ellipses around the middle of a row. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(MESH_POINT_COUNT * 2).fill(64);
  const place = (outline: readonly number[], width: number, height: number): void => {
    for (const [index, point] of outline.entries()) {
      const angle = (2 * Math.PI * index) / outline.length;
      points[point * 2] = 64 + width * Math.cos(angle);
      points[point * 2 + 1] = 80 + height * Math.sin(angle);
    }
  };
  place(LIPS_OUTER, 26, 13);
  place(LIPS_INNER, 20, 2);
  return { size: SIZE, points, triangles: new Uint16Array(), drawn: new Uint16Array() };
}
