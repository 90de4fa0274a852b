import { expect, it } from 'vitest';
import { findKernelOrigin } from '../../../../scripts/lib/kernels.mjs';
import { kernelOrigin } from './kernel-bytes.ts';
import { openKernelRoom } from './kernels.ts';

it('holds the kernels that were made from their source as it is', async () => {
  // Compiling them again would take seconds; whoever changes the source has to run "npm run kernels".
  expect(await findKernelOrigin()).toBe(kernelOrigin);
});

it('hands the memory of a closed room on, empty, and refuses to go on with the room', () => {
  const first = openKernelRoom();
  const place = first.keep(100_000);
  first.views.bytes.fill(7, place, place + 100_000);
  const { length } = first.views.bytes;
  first.close();
  expect(() => first.keep(1)).toThrow(/open/);
  const second = openKernelRoom();
  expect(second.views.bytes.length).toBe(length);
  expect(second.views.bytes.every((value) => value === 0)).toBe(true);
  const third = openKernelRoom();
  expect(third.views.bytes.length).toBeLessThan(length);
  expect(third.holds(second.views.bytes)).toBe(false);
});

it('knows what lies in a room also after its memory grew', () => {
  const room = openKernelRoom();
  const before = room.views.bytes.subarray(0, 10);
  room.keep(1_000_000);
  expect(room.views.bytes.buffer).not.toBe(before.buffer);
  expect(room.holds(before)).toBe(true);
  before[3] = 9;
  expect(room.views.bytes[3]).toBe(9);
});
