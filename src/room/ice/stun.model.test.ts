import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAuthentic, isStun, parseBindingRequest, writeBindingResponse } from './stun.ts';

const password = 'a password of thirty-two letters';

/** An attribute of a request. */
interface Attribute {
  readonly type: number;
  readonly value: Buffer;
}

function writeAttribute({ type, value }: Attribute): Buffer {
  const out = Buffer.alloc(4 + ((value.length + 3) & ~3));
  out.writeUInt16BE(type, 0);
  out.writeUInt16BE(value.length, 2);
  value.copy(out, 4);
  return out;
}

/** A request as RFC 8489 has it, signed behind `before`; `after` is not signed. */
function writeRequest(
  id: Uint8Array,
  before: readonly Attribute[],
  after: readonly Attribute[] = [],
): Buffer {
  const head = Buffer.concat([Buffer.from('000100002112a442', 'hex'), id]);
  const signed = Buffer.concat([head, ...before.map(writeAttribute)]);
  signed.writeUInt16BE(signed.length - 20 + 24, 2);
  const value = createHmac('sha1', password).update(signed).digest();
  const rest = after.map(writeAttribute);
  const whole = Buffer.concat([signed, writeAttribute({ type: 0x0008, value }), ...rest]);
  whole.writeUInt16BE(whole.length - 20, 2);
  return whole;
}

const ids = fc.uint8Array({ minLength: 12, maxLength: 12 });
const letters = fc.string({ unit: fc.constantFrom('a', 'B', '3', '+', '/'), maxLength: 30 });
const others: fc.Arbitrary<Attribute> = fc.record({
  type: fc.constantFrom(0x8022, 0x0024, 0x802a, 0xc057, 0x0001),
  value: fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
});

/** Fields of a request, and its bytes. */
const requests = fc
  .record({
    id: ids,
    ufrag: letters,
    peer: letters,
    isNominating: fc.boolean(),
    some: fc.array(others, { maxLength: 4 }),
    after: fc.array(others, { maxLength: 2 }),
  })
  .map(({ id, ufrag, peer, isNominating, some, after }) => {
    const username = { type: 0x0006, value: Buffer.from(`${ufrag}:${peer}`) };
    const nominating = isNominating ? [{ type: 0x0025, value: Buffer.alloc(0) }] : [];
    const signed = [...some, username, ...nominating];
    const rest = after.reduce((sum, one) => sum + writeAttribute(one).length, 0);
    const bytes = writeRequest(id, signed, after);
    return { id, ufrag, isNominating, bytes, signedBytes: bytes.length - rest };
  });

/** Parses a datagram as the room does: returns a request that is signed with its password, or null. */
function read(bytes: Buffer): ReturnType<typeof parseBindingRequest> {
  const request = isStun(bytes) ? parseBindingRequest(bytes) : null;
  return request !== null && isAuthentic(bytes, request, password) ? request : null;
}

describe('a check', () => {
  it('is parsed as it was written, with any other attributes', () => {
    fc.assert(
      fc.property(requests, ({ bytes, ufrag, isNominating }) => {
        expect(read(bytes)).toMatchObject({ localUfrag: ufrag, isNominating });
      }),
    );
  });

  it('is nothing with a bit of what is signed changed, or with more or less behind it', () => {
    const tails = fc.uint8Array({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(requests, fc.nat(), fc.nat(7), tails, (request, at, bit, tail) => {
        const { bytes, signedBytes } = request;
        const forged = Buffer.from(bytes);
        const offset = at % signedBytes;
        forged[offset] = (forged[offset] ?? 0) ^ (1 << bit);
        // The length itself is written anew when the signature is checked; the datagram has to have it.
        expect(read(forged)).toBe(null);
        expect(read(Buffer.concat([bytes, tail]))).toBe(null);
        expect(read(bytes.subarray(0, at % bytes.length))).toBe(null);
      }),
      { numRuns: 300 },
    );
  });

  it('is not parsed behind its signature: no choice or other name can be appended', () => {
    fc.assert(
      fc.property(ids, letters, fc.boolean(), (id, ufrag, isNominating) => {
        const username = { type: 0x0006, value: Buffer.from(`${ufrag}:peer`) };
        const added = [
          { type: 0x0006, value: Buffer.from('other:peer') },
          { type: 0x0025, value: Buffer.alloc(0) },
        ];
        const nominating = isNominating ? added.slice(1) : [];
        const bytes = writeRequest(id, [username, ...nominating], added);
        expect(read(bytes)).toMatchObject({ localUfrag: ufrag, isNominating });
      }),
    );
  });

  it('is parsed to its end for any bytes', () => {
    const noise = fc.uint8Array({ maxLength: 120 });
    fc.assert(
      fc.property(ids, noise, (id, bytes) => {
        const head = Buffer.from('000100002112a442', 'hex');
        head.writeUInt16BE(bytes.length, 2);
        expect(read(Buffer.concat([head, id, bytes]))).toBe(null);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the answer to a check', () => {
  const addresses = fc.ipV4().filter((address) => isIPv4(address));

  it('names the address it came from, under the id of the request, signed and with its checksum', () => {
    fc.assert(
      fc.property(requests, addresses, fc.nat(0xffff), ({ id, bytes }, address, port) => {
        const answer = writeBindingResponse(bytes, { address, port }, password);
        expect(isStun(answer)).toBe(true);
        expect([answer.readUInt16BE(0), answer.readUInt16BE(2)]).toEqual([
          0x0101,
          answer.length - 20,
        ]);
        expect(answer.subarray(8, 20).equals(id)).toBe(true);
        expect(answer.subarray(20, 26).toString('hex')).toBe('002000080001');
        expect(answer.readUInt16BE(26) ^ 0x2112).toBe(port);
        const octets = [...answer.subarray(28, 32)].map(
          (byte, index) => byte ^ (Buffer.from('2112a442', 'hex')[index] ?? 0),
        );
        expect(octets.join('.')).toBe(address);
        const signed = Buffer.from(answer.subarray(0, 32));
        signed.writeUInt16BE(32 - 20 + 24, 2);
        const digest = createHmac('sha1', password).update(signed).digest();
        expect(answer.subarray(36, 56).equals(digest)).toBe(true);
        const checksum = (crc32(answer.subarray(0, 56)) ^ 0x5354554e) >>> 0;
        expect(answer.readUInt32BE(60)).toBe(checksum);
        // The answer to a check is not parsed as a check.
        expect(parseBindingRequest(answer)).toBe(null);
      }),
    );
  });
});
