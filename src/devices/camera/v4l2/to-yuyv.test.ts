import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { i420Bytes } from '../../../contract/frame-link.ts';
import { writeYuyv } from './to-yuyv.ts';

const even = fc.integer({ min: 1, max: 12 }).map((half) => 2 * half);

describe('frames as YUYV', () => {
  it('have every pixel’s luma, and the chroma of the four pixels that share it', () => {
    fc.assert(
      fc.property(even, even, fc.infiniteStream(fc.nat(255)), (width, height, values) => {
        const from = Uint8Array.from({ length: i420Bytes({ width, height }) }, () =>
          Number(values.next().value),
        );
        const to = new Uint8Array(2 * width * height);
        writeYuyv(from, { width, height }, to);
        for (let row = 0; row < height; row += 1) {
          for (let column = 0; column < width; column += 1) {
            const pair = 2 * (row * width + (column & ~1));
            const chroma = width * height + (row >> 1) * (width / 2) + (column >> 1);
            expect(to[2 * (row * width + column)]).toBe(from[row * width + column]);
            expect(to[pair + 1]).toBe(from[chroma]);
            expect(to[pair + 3]).toBe(from[chroma + (width * height) / 4]);
          }
        }
      }),
    );
  });
});
