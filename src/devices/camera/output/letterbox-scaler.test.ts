import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { i420Bytes } from '../../../contract/frame-link.ts';
import { LetterboxScaler } from './letterbox-scaler.ts';

const side = fc.integer({ min: 1, max: 40 });
const even = fc.integer({ min: 1, max: 20 }).map((half) => 2 * half);

describe('frames of another size', () => {
  it('keep a colour that is everywhere, with black beside and nothing left as it was', () => {
    fc.assert(
      fc.property(side, side, even, even, (fromWidth, fromHeight, width, height) => {
        const from = { width: fromWidth, height: fromHeight };
        const to = new Uint8Array(i420Bytes({ width, height })).fill(255);
        new LetterboxScaler(from, { width, height }).apply(
          new Uint8Array(i420Bytes(from)).fill(90),
          to,
        );
        const luma = new Set(to.subarray(0, width * height));
        const chroma = new Set(to.subarray(width * height));
        expect([...luma].filter((value) => value !== 90 && value !== 16)).toEqual([]);
        expect([...chroma].filter((value) => value !== 90 && value !== 128)).toEqual([]);
      }),
    );
  });

  it('are shown whole, in the middle, in their proportions', () => {
    const from = { width: 640, height: 480 };
    const to = { width: 1280, height: 720 };
    const source = new Uint8Array(i420Bytes(from));
    for (let index = 0; index < from.width * from.height; index += 1) {
      source[index] = 50 + Math.floor((150 * (index % from.width)) / from.width);
    }
    const fitted = new Uint8Array(i420Bytes(to));
    new LetterboxScaler(from, to).apply(source, fitted);
    const row = fitted.subarray(360 * to.width, 361 * to.width);
    expect([row[159], row[1120]]).toEqual([16, 16]);
    expect(row[160]).toBe(50);
    expect(row[640]).toBeGreaterThanOrEqual(124);
    expect(row[640]).toBeLessThanOrEqual(126);
    expect(row[1119]).toBe(199);
  });

  it('of the same size are the same', () => {
    const size = { width: 6, height: 4 };
    const from = Uint8Array.from({ length: i420Bytes(size) }, (_none, index) => index * 5);
    const to = new Uint8Array(i420Bytes(size));
    new LetterboxScaler(size, size).apply(from, to);
    expect(to).toEqual(from);
  });
});
