import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellFormedSctp } from './sctp-packet.ts';

/** A chunk or parameter; `says` is its length field when that is wrong. */
interface Part {
  readonly type: number;
  readonly body: Buffer;
  readonly says?: number | undefined;
}

function writePart(part: Part, isChunk: boolean): Buffer {
  const out = Buffer.alloc(4 + ((part.body.length + 3) & ~3));
  if (isChunk) {
    out.writeUInt8(part.type, 0);
  } else {
    out.writeUInt16BE(part.type, 0);
  }
  out.writeUInt16BE(part.says ?? 4 + part.body.length, 2);
  part.body.copy(out, 4);
  return out;
}

const write = (written: readonly Part[]): Buffer =>
  Buffer.concat([Buffer.alloc(12, 0x13), ...written.map((part) => writePart(part, true))]);

const bytes = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
const parameters = fc.array(
  fc.record({ type: fc.nat(0xffff), body: bytes(20) }).map((part) => writePart(part, false)),
  { maxLength: 4 },
);
const lists: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom(1, 2, 4, 5, 6, 9, 130), parameters)
  .map(([type, list]) => ({
    type,
    body: Buffer.concat([Buffer.alloc(type < 3 ? 16 : 0), ...list]),
  }));
/** Data, cookies, the end of an association: anything is inside. */
const others: fc.Arbitrary<Part> = fc.record({
  type: fc.constantFrom(0, 7, 8, 10, 11, 14, 192),
  body: bytes(40),
});
const gap = fc
  .tuple(fc.nat(400), fc.nat(20))
  .map(([from, more]) => [from + 1, from + 1 + more] as const);
const acknowledgements: fc.Arbitrary<Part> = fc
  .tuple(fc.array(gap, { maxLength: 6 }), fc.array(fc.nat(0xffff_ffff), { maxLength: 4 }))
  .map(([gaps, duplicates]) => ({ type: 3, body: writeSack(gaps, duplicates) }));
const chunks = fc.oneof(lists, others, acknowledgements);

function writeSack(gaps: readonly (readonly [number, number])[], duplicates: readonly number[]) {
  const out = Buffer.alloc(12 + 4 * (gaps.length + duplicates.length));
  out.writeUInt16BE(gaps.length, 8);
  out.writeUInt16BE(duplicates.length, 10);
  gaps.forEach(([from, to], index) => {
    out.writeUInt16BE(from, 12 + 4 * index);
    out.writeUInt16BE(to, 14 + 4 * index);
  });
  duplicates.forEach((tsn, index) => out.writeUInt32BE(tsn, 12 + 4 * (gaps.length + index)));
  return out;
}

describe('a packet of SCTP', () => {
  it('is taken as it is written by the book', () => {
    fc.assert(
      fc.property(fc.array(chunks, { maxLength: 6 }), (written) => {
        expect(isWellFormedSctp(write(written))).toBe(true);
      }),
    );
  });

  it('is nothing when a chunk is shorter than its head or longer than the packet', () => {
    const wrong = fc.oneof(fc.nat(3), fc.integer({ min: 2000, max: 65_535 }));
    fc.assert(
      fc.property(fc.array(chunks, { maxLength: 4 }), chunks, wrong, (written, part, says) => {
        expect(isWellFormedSctp(write([...written, { ...part, says }, ...written]))).toBe(false);
      }),
    );
  });

  it.each([1, 2, 4, 5, 6, 9, 130])(
    'is nothing when a parameter in a chunk of type %i is so',
    (type) => {
      fc.assert(
        fc.property(
          parameters,
          fc.oneof(fc.nat(3), fc.integer({ min: 200, max: 65_535 })),
          (list, says) => {
            const broken = writePart({ type: 7, body: Buffer.alloc(8), says }, false);
            const start = Buffer.alloc(type < 3 ? 16 : 0);
            const body = Buffer.concat([start, ...list, broken]);
            expect(isWellFormedSctp(write([{ type, body }]))).toBe(false);
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it('acknowledges a bounded number of packets, all of its chunks together', () => {
    const wide = { type: 3, body: writeSack([[1, 10_000]], []) };
    expect(isWellFormedSctp(write([wide]))).toBe(true);
    expect(isWellFormedSctp(write([wide, wide]))).toBe(false);
    const repeated = writeSack(
      Array.from({ length: 200 }, () => [1, 65_535] as const),
      [],
    );
    expect(isWellFormedSctp(write([{ type: 3, body: repeated }]))).toBe(false);
  });

  it('has as many gaps as it says', () => {
    fc.assert(
      fc.property(acknowledgements, fc.integer({ min: 1, max: 0xffff }), (part, more) => {
        const body = Buffer.from(part.body);
        const at = 8 + 2 * (more % 2);
        body.writeUInt16BE(Math.min(0xffff, body.readUInt16BE(at) + more), at);
        expect(isWellFormedSctp(write([{ ...part, body }]))).toBe(false);
      }),
    );
  });

  it('is checked to its end, for any bytes', () => {
    fc.assert(
      fc.property(fc.nat(11), bytes(200), (short, noise) => {
        expect(isWellFormedSctp(Buffer.alloc(short))).toBe(false);
        expect(typeof isWellFormedSctp(Buffer.concat([Buffer.alloc(12), noise]))).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
