import { describe, expect, it } from 'vitest';
import {
  createPairShade,
  drawTriangles,
  storeTriangles,
  setPoints,
  sizeOfPoints,
  type DrawnPair,
  type PairShade,
} from './draw-triangles.ts';
import { openKernelArena } from './simd/kernels.ts';

const size = 32;
/** Square of two triangles. */
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
    // A rotated square: its rows start at all alignments and are from 1 to 24 pixels long.
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

  it('draws skin like its two pairs of planes one after the other', () => {
    const to = square.map((value, at) => value * 1.07 + (at % 3) * 0.9);
    const luma = createPairShade(4);
    luma.firstGain.set([0.8, 1.2, 0.7, 1.3]);
    luma.firstOffset.set([10, -5, 20, 0]);
    luma.secondGain.set([0, 0.5, 1, 0.2]);
    const chroma = createPairShade(4);
    chroma.firstOffset.set([10, -5, 20, 0]);
    chroma.secondOffset.set([-30, 0, 3, 8]);
    const skin = drawSkin({ to, luma, chroma });
    const half = { ...place, scale: 0.5 };
    expect([skin.luma, skin.mask]).toEqual(drawPairs({ to: place, points: to, shade: luma }));
    expect([skin.u, skin.v]).toEqual(drawPairs({ to: half, points: to, shade: chroma }));
    expect(skin.u.some((value) => value > 0)).toBe(true);
  });

  it('leaves out skin of which nothing would be seen', () => {
    const luma = createPairShade(4);
    luma.secondGain.set([0, 0, 0, 1]);
    const skin = drawSkin({ to: square, luma, chroma: createPairShade(4) });
    expect(skin.luma[8 * size + 8], 'all of its corners are 0').toBe(0);
    expect(skin.u[(4 * size) / 2 + 4]).toBe(0);
    expect(skin.luma[20 * size + 20], 'one is not').toBe(columns[20]);
    expect(skin.u[(10 * size) / 2 + 10]).toBeGreaterThan(0);
  });

  it('writes three maps at once like one after the other', () => {
    const { arena, corners } = furnish();
    const { kernels, views } = arena;
    const values = [0, 1, 2].map((map) =>
      Float32Array.from({ length: 8 }, (_, at) => Math.sin(at * 2.3 + map) * 20),
    );
    const bytes = size * size * 8;
    const together = arena.reserve(3 * bytes);
    const points = arena.reserve(4 * 48);
    const alone = arena.reserve(bytes);
    const ofOne = arena.reserve(sizeOfPoints(4));
    for (let point = 0; point < 4; point += 1) {
      const at = square.slice(point * 2, point * 2 + 2);
      const all = values.flatMap((map) => Array.from(map.slice(point * 2, point * 2 + 2)));
      views.floats.set([...at, ...all, ...at], points / 4 + point * 12);
    }
    const { at, count } = corners;
    kernels.rasterizeMaps(together, bytes, size, size, points, at, count);
    for (const [map, mapValues] of values.entries()) {
      for (let point = 0; point < 4; point += 1) {
        const [from, to] = [point * 2, point * 2 + 2];
        const place = square.slice(from, to);
        views.floats.set([...place, ...mapValues.slice(from, to), ...place], ofOne / 4 + point * 8);
      }
      kernels.clear(alone, bytes);
      kernels.rasterizeWarp(alone, size, size, ofOne, at, count);
      const expected = views.bytes.slice(alone, alone + bytes);
      const start = together + map * bytes;
      expect(expected.some((value) => value > 0)).toBe(true);
      expect(views.bytes.slice(start, start + bytes)).toEqual(expected);
    }
  });

  it('culls back faces', () => {
    const mirrored = square.map((value, at) => (at % 2 === 0 ? size - value : value));
    expect(draw({ to: mirrored }).first.every((value) => value === 0)).toBe(true);
  });
});

/** Texture in an arena: all of it interleaved, and its even rows and columns interleaved. */
function furnish() {
  const arena = openKernelArena();
  const { kernels, views } = arena;
  const corners = storeTriangles(arena, triangles);
  const keep = (plane: Uint8Array): number => {
    const at = arena.reserve(plane.length + 32);
    views.bytes.set(plane, at);
    return at;
  };
  const layTurns = (first: Uint8Array, second: Uint8Array): number => {
    const pairs = arena.reserve(2 * first.length + 32);
    kernels.interleave(keep(first), keep(second), pairs, first.length);
    return pairs;
  };
  const isEven = (_: number, at: number): boolean =>
    at % 2 === 0 && Math.floor(at / size) % 2 === 0;
  return {
    arena,
    corners,
    fine: layTurns(columns, rows),
    coarse: layTurns(columns.filter(isEven), rows.filter(isEven)),
    planes: Array.from({ length: 4 }, () => arena.reserve(size * size + 32)),
    planeAt: (at: number | undefined, width: number): Uint8Array =>
      views.bytes.slice(at, at! + width * width),
  };
}

/** Returns both planes as `drawPairs` draws them, at the size of `to`. */
function drawPairs({
  to,
  points,
  shade,
}: {
  readonly to: typeof place;
  readonly points: Float32Array;
  readonly shade: PairShade;
}): readonly Uint8Array[] {
  const { arena, corners, fine, coarse, planes, planeAt } = furnish();
  const width = size * to.scale;
  const mesh = { to: { ...to, points }, from: { ...to, points: square }, shade };
  const place = arena.reserve(sizeOfPoints(4));
  setPoints(arena.views.floats, place, mesh);
  const texture = to.scale === 1 ? fine : coarse;
  arena.kernels.drawPairs(
    planes[0]!,
    planes[1]!,
    width,
    width,
    texture,
    width,
    width,
    place,
    corners.at,
    corners.count,
  );
  return [planeAt(planes[0], width), planeAt(planes[1], width)];
}

/** Draws luma, mask and chroma with `drawSkin`. */
function drawSkin({
  to,
  luma,
  chroma,
}: {
  readonly to: Float32Array;
  readonly luma: PairShade;
  readonly chroma: PairShade;
}) {
  const { arena, corners, fine, coarse, planes, planeAt } = furnish();
  const values = [0, 1, 2, 3].flatMap((point) => [
    ...to.subarray(point * 2, point * 2 + 2),
    square[point * 2]! - 0.5,
    square[point * 2 + 1]! - 0.5,
    luma.firstGain[point]!,
    luma.secondGain[point]!,
    luma.firstOffset[point]!,
    0,
    0,
    0,
    chroma.firstOffset[point]!,
    chroma.secondOffset[point]!,
  ]);
  const points = arena.reserve(values.length * 4);
  arena.views.floats.set(values, points / 4);
  const [first, second, third, fourth] = planes;
  arena.kernels.drawSkin(
    first!,
    second!,
    third!,
    fourth!,
    size,
    size,
    fine,
    coarse,
    size,
    points,
    corners.at,
    corners.count,
  );
  return {
    luma: planeAt(first, size),
    mask: planeAt(second, size),
    u: planeAt(third, size / 2),
    v: planeAt(fourth, size / 2),
  };
}

/** Checks both planes at a position; outside the triangles they are empty. */
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
    const weights = [one, two, 1 - one - two];
    if (weights.every((weight) => weight > 0)) {
      const at = (values: ArrayLike<number>, step = 1, offset = 0): number =>
        weights.reduce((sum, weight, i) => sum + weight * values[corners[i]! * step + offset]!, 0);
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
