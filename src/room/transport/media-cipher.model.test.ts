import * as fc from 'fast-check';
import { type Extension, RtpHeader } from 'werift';
import { describe, expect, it } from 'vitest';
import { MediaCipher } from './media-cipher.ts';

const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const salt = Buffer.from('517569642070726f2071756f', 'hex');

/** A packet in the form of forwarders: extensions in the one-byte form. */
interface Packet {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly timestamp: number;
  readonly payload: Buffer;
  readonly extensions: Extension[];
}

const bytes = (minLength: number, maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));
const packets: fc.Arbitrary<Packet> = fc.record({
  payloadType: fc.nat(127),
  marker: fc.boolean(),
  timestamp: fc.nat(0xffff_ffff),
  payload: bytes(0, 60),
  extensions: fc.array(fc.record({ id: fc.integer({ min: 1, max: 14 }), payload: bytes(1, 16) }), {
    maxLength: 4,
  }),
});

function seal(cipher: MediaCipher, packet: Packet, sequenceNumber: number): Buffer {
  const { payload, extensions, ...facts } = packet;
  const extension = extensions.length > 0;
  const header = new RtpHeader({ ...facts, extension, extensions, sequenceNumber, ssrc: 9 });
  const sealed = cipher.seal(payload, header);
  if (sealed === null) {
    throw new Error('A packet in order was not sealed.');
  }
  return sealed;
}

const openPair = () => ({
  sealer: new MediaCipher(key, salt, 'sent'),
  opener: new MediaCipher(key, salt, 'received'),
});

describe('an encrypted packet', () => {
  it('is opened as it was sealed, in any order, over rounds of numbers', () => {
    const list = fc.array(
      fc.record({
        packet: packets,
        step: fc.integer({ min: 1, max: 1200 }),
        isLate: fc.boolean(),
      }),
      { minLength: 1, maxLength: 25 },
    );
    fc.assert(
      fc.property(fc.nat(0xffff), list, (start, sent) => {
        const { sealer, opener } = openPair();
        let number = start;
        const late: (() => void)[] = [];
        const seen = new Set<string>();
        sent.forEach(({ packet, step, isLate }, index) => {
          const sequence = number & 0xffff;
          number += step;
          const sealed = seal(sealer, packet, sequence);
          seen.add(sealed.subarray(-16).toString('hex'));
          const check = (): void => {
            const opened = opener.open(sealed);
            const { payload, extensions, ...facts } = packet;
            expect(opened?.payload.equals(payload)).toBe(true);
            expect(opened?.header).toMatchObject({ ...facts, sequenceNumber: sequence });
            expect(opened?.header.extensions).toEqual(extensions);
          };
          // The first packet initialises the opener's index.
          if (isLate && index > 0) {
            late.push(check);
          } else {
            check();
          }
          if (late.length > 0 && !isLate) {
            late.shift()?.();
          }
        });
        expect(seen.size).toBe(sent.length);
      }),
    );
  });

  it('is nothing with any bit changed or cut off, and leaves what follows readable', () => {
    fc.assert(
      fc.property(
        packets,
        packets,
        fc.nat(),
        fc.nat(7),
        fc.nat(40),
        (packet, next, at, bit, cut) => {
          const { sealer, opener } = openPair();
          const sealed = seal(sealer, packet, 65_535);
          const forged = Buffer.from(sealed);
          const offset = at % forged.length;
          forged[offset] = (forged[offset] ?? 0) ^ (1 << bit);
          for (const wrong of [forged, sealed.subarray(0, Math.max(0, sealed.length - 1 - cut))]) {
            expect(opener.open(wrong)).toBe(null);
          }
          expect(opener.open(sealed)).not.toBe(null);
          expect(opener.open(seal(sealer, next, 0))?.payload.equals(next.payload)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is nothing under another key, and nothing whatever else it is', () => {
    fc.assert(
      fc.property(packets, bytes(0, 120), (packet, noise) => {
        const { sealer } = openPair();
        const other = new MediaCipher(Buffer.alloc(16, 7), salt, 'received');
        expect(other.open(seal(sealer, packet, 5))).toBe(null);
        const opener = new MediaCipher(key, salt, 'received');
        expect(opener.open(Buffer.concat([Buffer.from([0x90]), noise]))).toBe(null);
      }),
    );
  });
});
