import { expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { relaxFolds } from './relax-folds.ts';
import { createTextureLayout } from './texture-layout.ts';

const SIZE = 128;
const [SKIN, FOLD] = [150, 120];
/** Columns of two folds from row 60 to row 90, and of a wrinkle further out. */
const [LEFT_FOLD, RIGHT_FOLD, WRINKLE] = [40, 88, 20];
/** First row of the folds beside an eye, in the column of the wrinkle. */
const CROWS_FOOT_ROW = 44;
/** Columns and rows of a corner of the mouth and of a cheek. */
const [MOUTH_CORNER, CHEEK] = [
  [51, 83],
  [28, 60],
] as const;

it('lightens the folds beside the mouth as far as a face smiles, and leaves other wrinkles', () => {
  const layout = createTextureLayout(makeFace(), SIZE);
  const foldAfter = (smile: number): readonly number[] => {
    const planes = { red: makePlane(), green: makePlane(), blue: makePlane() };
    relaxFolds(planes, layout, smile);
    expect(planes.red).toEqual(planes.green);
    return [LEFT_FOLD, RIGHT_FOLD, WRINKLE].map((column) => planes.green[75 * SIZE + column]!);
  };
  expect(foldAfter(0)).toEqual([FOLD, FOLD, FOLD]);
  const [left, right, wrinkle] = foldAfter(0.9);
  expect(left).toBeGreaterThan(SKIN - 12);
  expect(left).toBeLessThan(SKIN + 1);
  expect(right).toBeGreaterThan(SKIN - 12);
  expect(wrinkle).toBe(FOLD);
  expect(foldAfter(0.2)[0]).toBeGreaterThan(FOLD + 3);
  expect(foldAfter(0.2)[0]).toBeLessThan(SKIN - 15);
});

it('gives folds the tone of the skin around them, as shade in them is redder', () => {
  const layout = createTextureLayout(makeFace(), SIZE);
  const planes = { red: makePlane(), green: makePlane(90), blue: makePlane(80) };
  relaxFolds(planes, layout, 0.9);
  const at = 75 * SIZE + LEFT_FOLD;
  expect(planes.red[at]! / planes.green[at]!).toBeLessThan(1.1);
});

it('lightens folds beside the eyes, though less', () => {
  const layout = createTextureLayout(makeFace(), SIZE);
  const planes = { red: makePlane(), green: makePlane(), blue: makePlane() };
  const at = CROWS_FOOT_ROW * SIZE + WRINKLE;
  for (const plane of [planes.red, planes.green, planes.blue]) {
    plane.fill(FOLD, at, at + 3);
  }
  relaxFolds(planes, layout, 0.9);
  expect(planes.green[at + 1]).toBeGreaterThan(FOLD + 8);
  expect(planes.green[at + 1]).toBeLessThan(SKIN - 4);
});

it('lights dark corners of the mouth and dims shining cheeks as far as a face smiles', () => {
  const layout = createTextureLayout(makeFace(), SIZE);
  const litAfter = (smile: number): readonly number[] => {
    const planes = { red: makePlane(), green: makePlane(), blue: makePlane() };
    const spots = [
      [MOUTH_CORNER, SKIN / 2],
      [CHEEK, SKIN * 1.5],
    ] as const;
    for (const plane of [planes.red, planes.green, planes.blue]) {
      for (const [[x, y], light] of spots) {
        plane.fill(light, y * SIZE + x - 1, y * SIZE + x + 2);
      }
    }
    relaxFolds(planes, layout, smile);
    return spots.map(([[x, y]]) => planes.green[y * SIZE + x]!);
  };
  expect(litAfter(0)).toEqual([SKIN / 2, SKIN * 1.5]);
  const [corner, cheek] = litAfter(0.9);
  expect(corner).toBeGreaterThan(SKIN * 0.75);
  expect(cheek).toBeLessThan(SKIN * 1.25);
  expect(cheek).toBeGreaterThan(SKIN);
});

function makePlane(fold = FOLD): Float32Array {
  const plane = new Float32Array(SIZE * SIZE).fill(SKIN);
  for (let row = 60; row < 90; row += 1) {
    for (const column of [LEFT_FOLD, RIGHT_FOLD, WRINKLE]) {
      plane.fill(fold, row * SIZE + column, row * SIZE + column + 2);
    }
  }
  return plane;
}

/** Creates a face that fills the texture, with its mouth in the middle of the lower half. */
function makeFace(): CanonicalFace {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.5);
  const put = (point: number, x: number, y: number): void => texture.set([x, y], point * 2);
  const round = (points: readonly number[], y: number, width: number, height: number): void => {
    points.forEach((point, index) => {
      const angle = (index / points.length) * 2 * Math.PI;
      put(point, 0.5 + width * Math.sin(angle), y + height * Math.cos(angle));
    });
  };
  round(FACE_OVAL, 0.5, 0.49, 0.49);
  round(LIPS_OUTER, 0.65, 0.1, 0.04);
  [203, 206, 216, 212, 57].forEach((point, index) => {
    put(point, LEFT_FOLD / SIZE, 0.48 + index * 0.05);
  });
  [423, 426, 436, 432, 287].forEach((point, index) => {
    put(point, RIGHT_FOLD / SIZE, 0.48 + index * 0.05);
  });
  [LEFT_EYE, LEFT_BROW].forEach((outline, index) => round(outline, 0.3 - index * 0.1, 0.02, 0.01));
  [RIGHT_EYE, RIGHT_BROW].forEach((outline, index) =>
    round(outline, 0.3 - index * 0.1, 0.02, 0.01),
  );
  put(61, MOUTH_CORNER[0] / SIZE, MOUTH_CORNER[1] / SIZE);
  put(50, CHEEK[0] / SIZE, CHEEK[1] / SIZE);
  put(143, WRINKLE / SIZE, CROWS_FOOT_ROW / SIZE);
  return {
    positions: new Float32Array(MESH_POINT_COUNT * 3),
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
