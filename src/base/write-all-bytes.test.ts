import { expect, it } from 'vitest';
import { writeAllBytes } from './write-all-bytes.ts';

it.each([
  [null, [null, null, null]],
  [10, [10, 13, 16]],
])('writes on after a write of a part, from position %s', async (position, expected) => {
  const written: number[] = [];
  const positions: (number | null)[] = [];
  const file = {
    write: async (bytes: Uint8Array, offset: number, length: number, at: number | null) => {
      const part = bytes.subarray(offset, offset + Math.min(3, length));
      written.push(...part);
      positions.push(at);
      return { bytesWritten: part.length };
    },
  };
  await writeAllBytes(file, Uint8Array.of(1, 2, 3, 4, 5, 6, 7), position);
  expect(written).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(positions).toEqual(expected);
});
