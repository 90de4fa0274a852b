import { expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import type { Rgb } from './mouth-colours.ts';
import { findOwnTeeth } from './own-teeth.ts';

const SIZE = 200;
const PER_CM = 25;
const GAP_CM = 0.8;
const UPPER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const LOWER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];
const SKIN = [200, 150, 130] as const;

const position = {
  yaw: 0,
  pitch: 0,
  roll: 0,
  scale: PER_CM,
  rotation: Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]),
  middleX: SIZE / 2,
  middleY: SIZE / 2,
};

/** Creates lips with a constant gap in centimetres between their corners. */
function makeLips(gapCm: number): Float32Array<ArrayBuffer> {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  UPPER.forEach((point, column) => {
    const x = (column / 10 - 0.5) * 5;
    shape.set([x, 0, 0], point * 3);
    shape.set([x, column % 10 === 0 ? 0 : gapCm, 0], LOWER[column]! * 3);
  });
  shape.set([-2.6, 0, 0], 61 * 3);
  shape.set([2.6, 0, 0], 291 * 3);
  return shape;
}

/** Finds teeth in a picture with these colours from the upper lip down to half of the gap, and below. */
function find(above: Rgb, below: Rgb) {
  const pixels = new Uint8Array(SIZE * SIZE * 4).fill(255);
  const half = SIZE / 2 + (GAP_CM / 2) * PER_CM;
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    pixels.set(Math.floor(at / SIZE) < half ? above : below, at * 4);
  }
  const mesh = makeLips(GAP_CM).map((value, at) =>
    at % 3 === 2 ? value * PER_CM : SIZE / 2 + value * PER_CM,
  );
  const image = { width: SIZE, height: SIZE, pixels };
  return findOwnTeeth({ image, position, mesh }, makeLips(0), SKIN);
}

const tooth = [190, 180, 165] as const;
const dark = [60, 25, 20] as const;
const lip = [180, 90, 85] as const;

it('finds teeth above a dark cavity', () => {
  const colour = new Float64Array(3);
  expect(find(tooth, dark)?.sample(0, 0.2, colour)).toBe(1);
  expect([...colour]).toEqual([...tooth]);
});

it('finds none where parted lips show only the dark, or lips that the mesh takes for the inside', () => {
  expect(find(dark, dark)).toBeNull();
  expect(find(lip, dark)).toBeNull();
});
