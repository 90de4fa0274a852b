import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { copyFrame, createNativeFrame, createSharedFrame } from './native-pixels.ts';

const sizes = [
  { width: 64, height: 32 },
  { width: 1280, height: 4 },
  { width: 101, height: 57 },
  { width: 2, height: 2 },
];

function fillNoisy(plane: Uint8Array, seed: number): void {
  plane.forEach((_, at) => {
    plane[at] = (at * 31 + seed) % 256;
  });
}

const memories = ['own', 'shared', 'of kernels'] as const;

describe.each(memories)('a shared picture in memory that is %s', (name) => {
  const memory = name === 'of kernels' ? openKernelArena() : name;

  it.each(sizes)('goes to FFmpeg and back ($width × $height)', (size) => {
    const sent = createSharedFrame(size, undefined, memory);
    const received = createSharedFrame(size, undefined, memory);
    const native = createNativeFrame(size);
    for (const seed of [0, 1]) {
      const { y, u, v } = sent.planes;
      [y, u, v].forEach((plane, index) => fillNoisy(plane, seed + index));
      expect(native.copy(sent.frame)).toBe(0);
      expect(received.frame.copy(native)).toBe(0);
      expect(received.planes).toEqual(sent.planes);
    }
    native.free();
    received.free();
    expect(received.planes).toEqual(sent.planes);
    sent.free();
  });

  it('is copied by who holds on to it', () => {
    const shared = createSharedFrame({ width: 32, height: 16 }, undefined, memory);
    const { planes, frame } = shared;
    planes.y.fill(7);
    const held = frame.clone()!;
    planes.y.fill(9);
    expect(held.toBuffer()[0]).toBe(7);
    held.free();
    shared.free();
  });
});

describe('copying a picture', () => {
  it('omits pixels beyond the size of the target, and gaps between rows', () => {
    const wide = createI420Frame(70, 41);
    fillNoisy(wide.y, 3);
    fillNoisy(wide.u, 4);
    const from = { ...wide, width: 33, height: 21 };
    const to = createI420Frame(32, 20);
    copyFrame(from, to);
    expect(to.y[19 * 32 + 31]).toBe(wide.y[19 * 70 + 31]);
    expect(to.u[9 * 16 + 15]).toBe(wide.u[9 * 35 + 15]);
  });
});
