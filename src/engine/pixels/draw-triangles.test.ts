import { describe, expect, it } from 'vitest';
import {
  createPairShade,
  drawTriangles,
  keepTriangles,
  setPoints,
  sizeOfPoints,
  type DrawnPair,
  type PairShade,
} from './draw-triangles.ts';
import { openKernelRoom } from './simd/kernels.ts';

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

  it('draws spans of every length and place like the formula, and nothing beside them', () => {
    // A slanted square: its rows begin everywhere and are from 1 to 24 pixels long.
    const slanted = Float32Array.from([15.3, 3.2, 28.1, 15.6, 2.4, 15.9, 15.7, 28.8]);
    const shade = createPairShade(4);
    shade.firstGain.set([0.8, 1.2, 0.7, 1.3]);
    shade.firstOffset.set([10, -5, 20, 0]);
    shade.secondGain.set([1, 0.5, 0, 1]);
    const drawn = draw({ to: slanted, shade });
    let count = 0;
    for (let at = 0; at < size * size; at += 1) {
      const expected = expectAt(slanted, shade, (at % size) + 0.5, Math.floor(at / size) + 0.5);
      if (expected === undefined) {
        expect([drawn.first[at], drawn.second[at]]).toEqual([0, 0]);
      } else {
        expect(Math.abs(drawn.first[at]! - expected[0])).toBeLessThan(1.5);
        expect(Math.abs(drawn.second[at]! - expected[1])).toBeLessThan(1.5);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(250);
  });

  it('draws pairs with half a shade like those with a whole one', () => {
    const to = square.map((value, at) => value * 1.07 + (at % 3) * 0.9);
    const masked = createPairShade(4);
    masked.firstGain.set([0.8, 1.2, 0.7, 1.3]);
    masked.secondGain.set([0, 0.5, 1, 0.2]);
    masked.firstOffset.set([10, -5, 20, 0]);
    const shaded = drawInRoom('drawPairs', { to, shade: masked });
    expect(drawInRoom('drawMasked', { to, shade: masked })).toEqual(shaded);
    const tinted = createPairShade(4);
    tinted.firstOffset.set([10, -5, 20, 0]);
    tinted.secondOffset.set([-30, 0, 3, 8]);
    const coloured = drawInRoom('drawPairs', { to, shade: tinted });
    expect(drawInRoom('drawTinted', { to, shade: tinted })).toEqual(coloured);
  });

  it('leaves out of what is masked or tinted where nothing would be seen', () => {
    const shade = createPairShade(4);
    shade.secondGain.set([0, 0, 0, 1]);
    for (const kernel of ['drawMasked', 'drawTinted'] as const) {
      const { first } = drawInRoom(kernel, { to: square, shade });
      expect(first[8 * size + 8], 'all of its corners are 0').toBe(0);
      expect(first[20 * size + 20], 'one is not').toBe(columns[20]);
    }
  });

  it('leaves out what shows its back', () => {
    const mirrored = square.map((value, at) => (at % 2 === 0 ? size - value : value));
    expect(draw({ to: mirrored }).first.every((value) => value === 0)).toBe(true);
  });
});

/** Draws the texture with one of the kernels, which share what they are given but for the planes. */
function drawInRoom(
  kernel: 'drawPairs' | 'drawMasked' | 'drawTinted',
  { to, shade }: { readonly to: Float32Array; readonly shade: PairShade },
): { readonly first: Uint8Array; readonly second: Uint8Array } {
  const room = openKernelRoom();
  const count = size * size;
  const { at, count: triangleCount } = keepTriangles(room, triangles);
  const points = room.keep(sizeOfPoints(4));
  const [first, second, single, other, pairs] = [
    room.keep(count),
    room.keep(count),
    room.keep(count),
    room.keep(count),
    room.keep(2 * count + 32),
  ];
  const { kernels, views } = room;
  views.bytes.set(columns, single);
  views.bytes.set(rows, other);
  kernels.interleave(single, other, pairs, count);
  const mesh = { to: { ...place, points: to }, from: { ...place, points: square }, shade };
  setPoints(views.floats, points, mesh);
  kernels[kernel](first, second, size, size, pairs, size, size, points, at, triangleCount);
  const planeAt = (from: number): Uint8Array => views.bytes.slice(from, from + count);
  return { first: planeAt(first), second: planeAt(second) };
}

/** What both planes are to be at a place; nothing outside. */
function expectAt(
  to: Float32Array,
  shade: PairShade,
  x: number,
  y: number,
): [number, number] | undefined {
  for (const corners of [triangles.subarray(0, 3), triangles.subarray(3)]) {
    const [a, b, c] = [...corners].map((point) => [to[point * 2]!, to[point * 2 + 1]!] as const);
    const whole = (b![1] - c![1]) * (a![0] - c![0]) + (c![0] - b![0]) * (a![1] - c![1]);
    const one = ((b![1] - c![1]) * (x - c![0]) + (c![0] - b![0]) * (y - c![1])) / whole;
    const two = ((c![1] - a![1]) * (x - c![0]) + (a![0] - c![0]) * (y - c![1])) / whole;
    const shares = [one, two, 1 - one - two];
    if (shares.every((share) => share > 0)) {
      const at = (values: ArrayLike<number>, step = 1, offset = 0): number =>
        shares.reduce((sum, share, i) => sum + share * values[corners[i]! * step + offset]!, 0);
      return [
        (at(square, 2, 0) - 0.5) * 6 * at(shade.firstGain) + at(shade.firstOffset),
        (at(square, 2, 1) - 0.5) * 6 * at(shade.secondGain) + at(shade.secondOffset),
      ];
    }
  }
  return undefined;
}

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
