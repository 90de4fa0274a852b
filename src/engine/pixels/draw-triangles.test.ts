import { describe, expect, it } from 'vitest';
import {
  createPairShade,
  drawTriangles,
  type DrawnPair,
  type PairShade,
} from './draw-triangles.ts';

const size = 32;
/** A square of two triangles. */
const square = Float32Array.from([4, 4, 24, 4, 4, 24, 24, 24]);
const triangles = Uint16Array.from([0, 2, 1, 1, 2, 3]);
const place = { step: 2, originX: 0, originY: 0, scale: 1 };
const columns = Uint8Array.from({ length: size * size }, (_, at) => (at % size) * 6);
const rows = Uint8Array.from({ length: size * size }, (_, at) => Math.floor(at / size) * 6);
const texture = { first: columns, second: rows, width: size, height: size };

describe('drawing of triangles', () => {
  it('gives the texture back where both meshes are the same, without gaps', () => {
    const drawn = draw({ to: square });
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const at = row * size + column;
        const isInside = row >= 4 && row < 24 && column >= 4 && column < 24;
        expect(drawn.first[at]).toBe(isInside ? columns[at] : 0);
        expect(drawn.second[at]).toBe(isInside ? rows[at] : 0);
      }
    }
  });

  it('moves and enlarges', () => {
    const drawn = draw({ to: square.map((value) => value * 1.25) });
    // Pixel 15.5 of the drawing is 12.4 of the texture, whose pixel centres are at halves.
    expect(drawn.first[15 * size + 15]).toBeCloseTo((12.4 - 0.5) * 6, -0.5);
  });

  it('lays a shade over it that is linear between the corners', () => {
    const shade = createPairShade(4);
    shade.firstGain.fill(0.5);
    shade.firstOffset.set([0, 100, 0, 100]);
    const drawn = draw({ to: square, shade });
    const at = 14 * size + 14;
    const expected = columns[at]! * 0.5 + 100 * ((14.5 - 4) / 20);
    expect(Math.abs(drawn.first[at]! - expected)).toBeLessThan(1.5);
    expect(drawn.second[at]).toBe(rows[at]);
  });

  it('keeps within 0..255 and within the picture', () => {
    const shade = createPairShade(4);
    shade.firstOffset.fill(300);
    shade.secondOffset.fill(-300);
    const drawn = draw({ to: square.map((value) => value * 3 - 40), shade });
    expect(drawn.first[0]).toBe(255);
    expect(drawn.second[0]).toBe(0);
  });

  it('leaves out what shows its back', () => {
    const mirrored = square.map((value, at) => (at % 2 === 0 ? size - value : value));
    expect(draw({ to: mirrored }).first.every((value) => value === 0)).toBe(true);
  });
});

function draw({
  to,
  shade = createPairShade(4),
}: {
  to: Float32Array;
  shade?: PairShade;
}): DrawnPair {
  const drawn = {
    first: new Uint8ClampedArray(size * size),
    second: new Uint8ClampedArray(size * size),
    width: size,
    height: size,
  };
  drawTriangles(drawn, texture, {
    triangles,
    to: { ...place, points: to },
    from: { ...place, points: square },
    shade: shade,
  });
  return drawn;
}
