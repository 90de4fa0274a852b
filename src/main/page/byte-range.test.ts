import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

describe('a byte range', () => {
  it.each([
    [null, null],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=0-1,5-6', null],
    ['lines=0-1', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
  ])('of %s in 100 bytes is %j', (header, range) => {
    expect(parseByteRange(header, 100)).toEqual(range);
  });

  it('always lies inside the file', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: '' }),
        fc.option(fc.nat(), { nil: '' }),
        fc.nat(5000),
        (first, last, size) => {
          const range = parseByteRange(`bytes=${first}-${last}`, size);
          if (range !== null && range !== 'unsatisfiable') {
            expect(range.start).toBeGreaterThanOrEqual(0);
            expect(range.start).toBeLessThanOrEqual(range.end);
            expect(range.end).toBeLessThan(size);
          }
        },
      ),
    );
  });
});
