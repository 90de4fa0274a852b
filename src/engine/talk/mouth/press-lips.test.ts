import { expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { pressLips } from './press-lips.ts';

const COLUMNS = 20;
/** Rings from the outer edge of the lips inwards. */
const RINGS = [0, 2, 3, 1];

/** Creates lips whose rings lie 3, 2, 1 and 0 from the line where they meet. */
function makeShape(): Float32Array<ArrayBuffer> {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  RINGS.forEach((ring, index) => {
    for (let column = 0; column < COLUMNS; column += 1) {
      const isLower = column <= COLUMNS / 2;
      shape[yOf(ring, column)] = (isLower ? 1 : -1) * (RINGS.length - 1 - index);
    }
  });
  return shape;
}

function yOf(ring: number, column: number): number {
  return (REFINED_LIPS[ring * COLUMNS + column] ?? 0) * 3 + 1;
}

it('rolls lips inwards between their edges, the more the closer to the line where they meet', () => {
  const shape = makeShape();
  pressLips(shape, 0);
  for (const column of [3, 5, 14, 17]) {
    const [outer, second, third, inner] = RINGS.map((ring) =>
      Math.abs(shape[yOf(ring, column)] ?? 0),
    );
    expect(outer).toBe(3);
    expect(second).toBeCloseTo(1.6, 5);
    expect(third).toBeCloseTo(0.4, 5);
    expect(inner).toBe(0);
  }
});

it('leaves lips with a wide gap, and corners', () => {
  const [shape, before] = [makeShape(), makeShape()];
  pressLips(shape, 0.12);
  expect(shape).toEqual(before);
  pressLips(shape, 0);
  for (const corner of [0, COLUMNS / 2]) {
    expect(RINGS.map((ring) => shape[yOf(ring, corner)])).toEqual(
      RINGS.map((ring) => before[yOf(ring, corner)]),
    );
  }
});
