import { expect, it } from 'vitest';
import { FACE_OVAL, LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { evenSides } from './even-sides.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 128;
const LIT = 180;
const SHADED = 90;
/** Row of the cheeks, and the columns of two places of equal height. */
const ROW = 84;
const [LEFT, RIGHT] = [40, 87];
const EYES = 50;
const FRONTAL = { yaw: 0, openEyes: 1 };

it('takes a patch of light from one cheek, and leaves the light of both sides', () => {
  const skin = (column: number): number => (column < SIZE / 2 ? LIT : SHADED);
  const even = paint((column) => skin(column));
  const planes = paint((column, row) => skin(column) * (isAt(RIGHT, ROW, column, row) ? 1.5 : 1));
  evenSides(planes, makeLayout(), FRONTAL);
  expect(planes.green[at(RIGHT, ROW)]! / even.green[at(RIGHT, ROW)]!).toBeLessThan(1.3);
  expect(planes.green[at(LEFT, ROW)]! / LIT).toBeCloseTo(1, 1);
  expect(planes.green[at(24, 100)]! / planes.green[at(103, 100)]!).toBeGreaterThan(1.8);
});

it('lightens a stain of one cheek, also where it differs in colour only', () => {
  const planes = paint((column, row) => LIT * (isAt(LEFT, ROW, column, row) ? 0.6 : 1));
  planes.red.fill(LIT);
  evenSides(planes, makeLayout(), FRONTAL);
  expect(planes.green[at(LEFT, ROW)]).toBeGreaterThan(0.75 * LIT);
  expect(planes.green[at(RIGHT, ROW)]).toBeGreaterThan(0.95 * LIT);
  expect(planes.red[at(LEFT, ROW)]).toBeCloseTo(LIT, 0);
});

it('darkens the brighter eye', () => {
  const planes = paint((column, row) =>
    isAt(LEFT, EYES, column, row) ? 60 : isAt(RIGHT, EYES, column, row) ? 140 : LIT,
  );
  evenSides(planes, makeLayout(), FRONTAL);
  expect(planes.green[at(RIGHT, EYES)]).toBeLessThan(110);
  expect(planes.green[at(LEFT, EYES)]).toBeCloseTo(60, 0);
});

it('leaves the lid of a wink and the open eye beside it', () => {
  const planes = paint((column, row) => (isAt(LEFT, EYES, column, row) ? 60 : LIT));
  evenSides(planes, makeLayout(), { yaw: 0, openEyes: 0 });
  expect(planes.green[at(RIGHT, EYES)]).toBeGreaterThan(0.97 * LIT);
  expect(planes.green[at(LEFT, EYES)]).toBeCloseTo(60, 0);
});

it('leaves the colours of two eyes that differ', () => {
  const paintEyes = (left: number, right: number): Float32Array =>
    paint((column, row) =>
      isAt(LEFT, EYES, column, row) ? left : isAt(RIGHT, EYES, column, row) ? right : LIT,
    ).red;
  const planes = { red: paintEyes(100, 70), green: paintEyes(70, 70), blue: paintEyes(40, 140) };
  evenSides(planes, makeLayout(), FRONTAL);
  const [red, blue] = [planes.red[at(RIGHT, EYES)]!, planes.blue[at(RIGHT, EYES)]!];
  expect(blue / red).toBeCloseTo(140 / 70, 2);
});

it('leaves marks of both cheeks, and faces turned aside', () => {
  const both = (column: number, row: number): number =>
    isAt(LEFT, ROW, column, row) || isAt(RIGHT, ROW, column, row) ? 1.3 * SHADED : SHADED;
  const planes = paint(both);
  evenSides(planes, makeLayout(), FRONTAL);
  expect(Math.abs(planes.green[at(LEFT, ROW)]! - 1.3 * SHADED)).toBeLessThan(1);
  const turned = paint((column, row) => (isAt(RIGHT, ROW, column, row) ? LIT : SHADED));
  const before = turned.green.slice();
  evenSides(turned, makeLayout(), { yaw: 0.7, openEyes: 1 });
  expect(turned.green).toEqual(before);
});

function at(column: number, row: number): number {
  return row * SIZE + column;
}

function isAt(left: number, top: number, column: number, row: number): boolean {
  return Math.hypot(column - left, row - top) < 7;
}

function paint(lumaOf: (column: number, row: number) => number): {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
} {
  const plane = Float32Array.from({ length: SIZE * SIZE }, (_, index) =>
    lumaOf(index % SIZE, Math.floor(index / SIZE)),
  );
  return { red: plane, green: plane.slice(), blue: plane.slice() };
}

/** Creates a layout with an outline and two eyes; everything else lies in the middle. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(MESH_POINT_COUNT * 2).fill(64);
  const place = (outline: readonly number[], [x, y, radius]: readonly number[]): void => {
    for (const [index, point] of outline.entries()) {
      const angle = (2 * Math.PI * index) / outline.length;
      points[point * 2] = x! + radius! * Math.cos(angle);
      points[point * 2 + 1] = y! + radius! * Math.sin(angle);
    }
  };
  place(FACE_OVAL, [63.5, 63.5, 62]);
  place(LEFT_EYE, [LEFT, EYES, 9]);
  place(RIGHT_EYE, [RIGHT, EYES, 9]);
  return { size: SIZE, points, triangles: new Uint16Array(), drawn: new Uint16Array() };
}
