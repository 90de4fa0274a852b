import { describe, expect, it } from 'vitest';
import { DRAWN_POINT_COUNT } from '../shape/eye-points.ts';
import { evenPhiltrum } from './even-philtrum.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 256;
/** Columns and rows of the philtrum, and of the skin beside it. */
const MIDDLE = 128;
const [NOSE, LIPS] = [154, 168];
const ROW = 161;
const BESIDE = MIDDLE - 12;

describe('the philtrum', () => {
  it('loses the shade and the highlight of hard light', () => {
    const red = even((column) => (column < MIDDLE ? 40 : 190), 120);
    expect(red[ROW * SIZE + MIDDLE - 3]).toBeGreaterThan(75);
    expect(red[ROW * SIZE + MIDDLE + 3]).toBeLessThan(170);
  });

  it('stays the groove that it is', () => {
    const red = even((column) => (column < MIDDLE ? 110 : 128), 120);
    expect(red[ROW * SIZE + MIDDLE - 3]).toBe(110);
    expect(red[ROW * SIZE + MIDDLE + 3]).toBe(128);
  });

  it('ends at the nose, the lips and the moustache beside it', () => {
    const red = even(() => 40, 120);
    for (const [column, row] of [
      [MIDDLE, NOSE - 2],
      [MIDDLE, LIPS + 1],
      [BESIDE, ROW],
    ] as const) {
      expect(red[row * SIZE + column]).toBe(column === MIDDLE ? 40 : 120);
    }
  });
});

/** Returns a plane whose skin has a value, and whose philtrum has another one by column, after the evening. */
function even(groove: (column: number) => number, skin: number): Float32Array {
  const plane = Float32Array.from({ length: SIZE * SIZE }, (_, at) =>
    Math.abs((at % SIZE) - MIDDLE) < 6 ? groove(at % SIZE) : skin,
  );
  const planes = { red: plane, green: plane.slice(), blue: plane.slice() };
  const points = new Float32Array(DRAWN_POINT_COUNT * 2);
  points.set([MIDDLE, NOSE], 2 * 2);
  points.set([MIDDLE, LIPS], 0);
  const layout: TextureLayout = {
    size: SIZE,
    points,
    triangles: new Uint16Array(0),
    drawn: new Uint16Array(0),
  };
  evenPhiltrum(planes, layout);
  return planes.red;
}
