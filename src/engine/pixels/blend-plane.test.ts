import { expect, it } from 'vitest';
import { blendPlane } from './blend-plane.ts';
import { openKernelArena } from './simd/kernels.ts';

const WIDTH = 45;
const HEIGHT = 20;

it('blends every value as the formula says and nothing outside the mask', () => {
  const plane = (valueOf: (column: number, row: number) => number): Uint8ClampedArray =>
    Uint8ClampedArray.from({ length: WIDTH * HEIGHT }, (_, at) =>
      valueOf(at % WIDTH, Math.floor(at / WIDTH)),
    );
  const drawn = plane((column, row) => 120 + 90 * Math.sin(column * 1.3) * Math.cos(row));
  const base = plane((column, row) => 255 * ((column * 7 + row * 13) % 11) * 0.1);
  const grain = Uint8Array.from(plane((column, row) => 128 + 20 * Math.sin(column * row)));
  const mask = plane((column, row) =>
    column > 1 && column < WIDTH - 2 && row > 2 && row < 17 ? (column * row * 5 + 128) % 256 : 0,
  );
  const area = { left: 2, top: 2, right: WIDTH - 2, bottom: 18 };
  for (const [softness, grainGain] of [
    [0, 0],
    [0.9, 0.6],
    [-0.8, 0.3],
  ] as const) {
    const arena = openKernelArena();
    const lay = (values: ArrayLike<number>): number => {
      const place = arena.reserve(values.length);
      arena.views.bytes.set(values, place);
      return place;
    };
    const planes = {
      drawn: lay(drawn),
      mask: lay(mask),
      base: lay(base),
      baseLine: WIDTH,
      original: lay(grain),
      width: WIDTH,
    };
    blendPlane(arena.kernels, planes, area, { softness, grain: grainGain, maxGrain: 4 });
    const blended = arena.views.bytes.slice(planes.base, planes.base + base.length);
    const expected = base.map((before, at) => {
      const alpha = mask[at]!;
      if (alpha === 0) {
        return before;
      }
      const around = [at - 1, at + 1, at - WIDTH, at + WIDTH];
      const rough = (values: Uint8Array | Uint8ClampedArray): number =>
        around.reduce((sum, other) => sum + values[other]!, 0) - 4 * values[at]!;
      const isComparable = alpha > 127 || around.every((other) => mask[other]! > 0);
      const softer = isComparable ? (rough(drawn) * Math.round(softness * 256)) >> 10 : 0;
      const coarser = (rough(grain) * Math.round(-grainGain * 256)) >> 10;
      const near = Math.max(-4, Math.min(4, coarser));
      const sum = drawn[at]! + softer + near - Math.max(-4, Math.min(4, coarser - near));
      const value = Math.max(0, Math.min(255, sum));
      return before + (((value - before) * alpha * 257 + 32_768) >> 16);
    });
    expect([...blended]).toEqual([...expected]);
  }
});
