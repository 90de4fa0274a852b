import { expect, it } from 'vitest';
import { openKernelArena } from './simd/kernels.ts';

it('multiplies values by 128ths where there is a factor', () => {
  const arena = openKernelArena();
  const values = Uint8Array.from({ length: 40 }, (_, at) => (at * 37) % 256);
  const factors = Uint8Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? 0 : (at * 53) % 256));
  const [plane, other] = [arena.reserve(80), arena.reserve(80)];
  arena.views.bytes.set(values, plane);
  arena.views.bytes.set(factors, other);
  arena.kernels.modulatePlane(plane, other, 40);
  const expected = values.map((value, at) => {
    const factor = factors[at]! || 128;
    return Math.min(255, Math.floor((value * factor + 64) / 128));
  });
  expect(arena.views.bytes.slice(plane, plane + 40)).toEqual(expected);
  arena.close();
});
