import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=2-5', 10, { start: 2, end: 5 }],
    ['bytes=5-', 10, { start: 5, end: 9 }],
    ['bytes=5-99', 10, { start: 5, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-99', 10, { start: 0, end: 9 }],
    ['BYTES= 1-2 ', 10, { start: 1, end: 2 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=99999999999999999999-', 10, 'unsatisfiable'],
    ['bytes=5-2', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['bytes=0-1,3-4', 10, 'whole'],
    ['items=0-1', 10, 'whole'],
    ['bytes=a-b', 10, 'whole'],
    [undefined, 10, 'whole'],
  ] as const)('%s of %i bytes', (header, sizeBytes, expected) => {
    expect(parseRange(header, sizeBytes)).toEqual(expected);
  });

  it('never leaves the file', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.option(fc.nat()), fc.nat(), (noise, a, b, size) => {
        for (const header of [noise, `bytes=${a}-${b ?? ''}`, `bytes=-${a}`]) {
          const range = parseRange(header, size);
          if (typeof range === 'object') {
            expect(range.start).toBeGreaterThanOrEqual(0);
            expect(range.end).toBeGreaterThanOrEqual(range.start);
            expect(range.end).toBeLessThan(size);
          }
        }
      }),
    );
  });
});
