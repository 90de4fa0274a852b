import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { createMouthCloser } from './close-mouth.ts';

const CHIN = 152;
const NOSE = 2;
/** Columns of lip points, without the corners. */
const INNER_COLUMNS = Array.from({ length: 9 }, (_, index) => index + 1);
/** Rows from the inner edge outwards. */
const ROWS = [1, 3, 2, 0];

describe('closing a mouth', () => {
  it('lets the lips of a smile meet without folding them or shortening the chin', () => {
    const shape = openLips(0.9);
    const chin = computeHeight(shape, CHIN);
    createMouthCloser(face)(shape);
    for (const column of INNER_COLUMNS) {
      expect(computeHeight(shape, lower(1, column))).toBeCloseTo(
        computeHeight(shape, upper(1, column)),
        4,
      );
      const down = ROWS.map((row) => computeHeight(shape, lower(row, column)));
      const up = ROWS.map((row) => -computeHeight(shape, upper(row, column)));
      expect(down).toEqual(down.toSorted((a, b) => a - b));
      expect(up).toEqual(up.toSorted((a, b) => a - b));
    }
    expect(computeHeight(shape, CHIN)).toBe(chin);
    expect(computeHeight(shape, NOSE)).toBeCloseTo(0);
  });

  it('takes the chin along when the jaw is down', () => {
    const shape = openLips(6);
    const chin = computeHeight(shape, CHIN);
    createMouthCloser(face)(shape);
    expect(computeHeight(shape, lower(1, 5))).toBeCloseTo(computeHeight(shape, upper(1, 5)), 4);
    expect(computeHeight(shape, CHIN)).toBeLessThan(chin - 5);
  });
});

/**
 * Face with lips of half a centimetre each, five centimetres below the nose, and a chin four centimetres below them.
 */
const face = makeFace();

function makeFace(): CanonicalFace {
  const positions = new Float32Array(MESH_POINT_COUNT * 3);
  const texture = new Float32Array(MESH_POINT_COUNT * 2);
  ROWS.forEach((row, distance) => {
    for (let column = 0; column <= 10; column += 1) {
      for (const [point, side] of [
        [lower(row, column), -1],
        [upper(row, column), 1],
      ] as const) {
        positions[point * 3] = column - 5;
        const isCorner = column === 0 || column === 10;
        positions[point * 3 + 1] = -5 + (isCorner ? 0 : side * distance * 0.15);
      }
    }
  });
  positions[CHIN * 3 + 1] = -9;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    texture[point * 2] = 0.5 + positions[point * 3]! / 20;
    texture[point * 2 + 1] = 0.3 - positions[point * 3 + 1]! / 20;
  }
  return {
    positions,
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}

/** Parts the lips of the face by `gap` centimetres in the middle and less towards the corners. */
function openLips(gap: number): Float32Array<ArrayBuffer> {
  const shape = face.positions.map((value, at) => (at % 3 === 1 ? -value : value));
  for (const column of INNER_COLUMNS) {
    const apart = gap * Math.sin((column / 10) * Math.PI);
    for (const row of ROWS) {
      shape[lower(row, column) * 3 + 1]! += apart / 2;
      shape[upper(row, column) * 3 + 1]! -= apart / 2;
    }
  }
  return shape;
}

function computeHeight(shape: Float32Array, point: number): number {
  return shape[point * 3 + 1]!;
}

function lower(row: number, column: number): number {
  return REFINED_LIPS[row * 20 + column]!;
}

function upper(row: number, column: number): number {
  const isCorner = column === 0 || column === 10;
  return REFINED_LIPS[row * 20 + column + (isCorner ? 0 : 10)]!;
}
