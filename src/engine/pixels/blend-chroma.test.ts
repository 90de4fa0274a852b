import { expect, it } from 'vitest';
import { blendChroma } from './blend-chroma.ts';
import { openKernelArena } from './simd/kernels.ts';

const WIDTH = 46;
const HEIGHT = 22;
const HALF = WIDTH / 2;

it('blends every value as the formula says and nothing outside the area', () => {
  const plane = (
    width: number,
    height: number,
    valueOf: (column: number, row: number) => number,
  ): Uint8ClampedArray =>
    Uint8ClampedArray.from({ length: width * height }, (_, at) =>
      valueOf(at % width, Math.floor(at / width)),
    );
  const coarse = (seed: number): Uint8ClampedArray =>
    plane(HALF, HEIGHT / 2, (column, row) => (column * seed + row * 57) % 256);
  const [baseU, baseV, drawnU, drawnV] = [coarse(31), coarse(47), coarse(13), coarse(101)];
  drawnU.fill(0, 60, 70);
  const luma = plane(WIDTH, HEIGHT, (column, row) => (column * row * 3) % 256);
  const mask = plane(WIDTH, HEIGHT, (column, row) => (column % 7 === 0 ? 0 : (column + row) * 5));
  const lights = Int32Array.from({ length: 256 }, (_, value) => 90 + value);
  const area = { left: 4, top: 2, right: 42, bottom: 20 };
  const arena = openKernelArena();
  const lay = (values: ArrayLike<number>): number => {
    const place = arena.reserve(values.length);
    arena.views.bytes.set(values, place);
    return place;
  };
  const lightPlace = arena.reserve(lights.byteLength);
  arena.views.integers.set(lights, lightPlace / 4);
  const planes = {
    baseU: lay(baseU),
    lineU: HALF,
    baseV: lay(baseV),
    lineV: HALF,
    drawnU: lay(drawnU),
    drawnV: lay(drawnV),
    luma: lay(luma),
    mask: lay(mask),
    width: WIDTH,
    lights: lightPlace,
  };
  blendChroma(arena.kernels, planes, area);
  const planeAt = (place: number): Uint8Array =>
    arena.views.bytes.slice(place, place + baseU.length);
  const [u, v] = [planeAt(planes.baseU), planeAt(planes.baseV)];

  const expected = (base: Uint8ClampedArray, drawn: Uint8ClampedArray): number[] =>
    [...base].map((before, at) => {
      const [column, row] = [at % HALF, Math.floor(at / HALF)];
      const isInside =
        column * 2 >= area.left &&
        column * 2 < area.right &&
        row * 2 >= area.top &&
        row * 2 < area.bottom;
      const corner = row * 2 * WIDTH + column * 2;
      const sumOf = (fine: Uint8ClampedArray): number =>
        fine[corner]! + fine[corner + 1]! + fine[corner + WIDTH]! + fine[corner + WIDTH + 1]!;
      if (!isInside || drawnU[at] === 0) {
        return before;
      }
      const light = lights[sumOf(luma) >> 2]!;
      const lit = Math.max(0, Math.min(255, 128 + (((drawn[at]! - 128) * light + 128) >> 8)));
      return before + (((lit - before) * sumOf(mask) * 257 + 131_072) >> 18);
    });
  expect([...u]).toEqual(expected(baseU, drawnU));
  expect([...v]).toEqual(expected(baseV, drawnV));
  expect([...u]).not.toEqual([...baseU]);
});
