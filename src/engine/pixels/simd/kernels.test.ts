import { expect, it } from 'vitest';
import { hashKernelSource } from '../../../../scripts/lib/kernels.mjs';
import { kernelOrigin } from './kernel-bytes.ts';
import { openKernelArena } from './kernels.ts';

it('holds the kernels that were made from their source as it is', async () => {
  // Compiling the kernels would take seconds; after changes of their source, run "npm run kernels".
  expect(await hashKernelSource()).toBe(kernelOrigin);
});

it('hands the memory of a closed arena on, empty, and refuses to go on with the arena', () => {
  const first = openKernelArena();
  const place = first.reserve(100_000);
  first.views.bytes.fill(7, place, place + 100_000);
  const { length } = first.views.bytes;
  first.close();
  expect(() => first.reserve(1)).toThrow(/open/);
  const second = openKernelArena();
  expect(second.views.bytes.length).toBe(length);
  expect(second.views.bytes.every((value) => value === 0)).toBe(true);
  const third = openKernelArena();
  expect(third.views.bytes.length).toBeLessThan(length);
  expect(third.holds(second.views.bytes)).toBe(false);
});

it('keeps the content of an arena after its memory grew', () => {
  const arena = openKernelArena();
  const before = arena.views.bytes.subarray(0, 10);
  arena.reserve(1_000_000);
  expect(arena.views.bytes.buffer).not.toBe(before.buffer);
  expect(arena.holds(before)).toBe(true);
  before[3] = 9;
  expect(arena.views.bytes[3]).toBe(9);
});
