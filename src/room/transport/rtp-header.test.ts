import * as fc from 'fast-check';
import { RtpHeader } from 'werift';
import { expect, it } from 'vitest';
import { isRtp, measureRtpHeader } from './rtp-header.ts';

const extensions = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 14 }),
    payload: fc.uint8Array({ minLength: 1, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  }),
  { maxLength: 8 },
);

it('measures the written header, and is null when it is cut', () => {
  const sources = fc.array(fc.nat(0xffff_ffff), { maxLength: 15 });
  fc.assert(
    fc.property(sources, extensions, fc.nat(60), fc.nat(), (csrc, list, payload, cut) => {
      const header = new RtpHeader({ csrc, extension: list.length > 0, extensions: list });
      const bytes = header.serialize(header.serializeSize);
      const packet = Buffer.concat([bytes, Buffer.alloc(payload, 0xff)]);
      expect(isRtp(packet)).toBe(true);
      expect(measureRtpHeader(packet)).toBe(bytes.length);
      expect(measureRtpHeader(bytes.subarray(0, cut % bytes.length))).toBe(null);
    }),
  );
});

it('returns a length inside the packet, for any bytes, in bounded time', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.uint8Array({ maxLength: 1500 }), (first, rest) => {
      const packet = Buffer.from([first, ...rest]);
      const length = measureRtpHeader(packet) ?? 12;
      expect(length).toBeGreaterThanOrEqual(12);
      expect(length).toBeLessThanOrEqual(Math.max(12, Math.min(packet.length, 588)));
    }),
    { numRuns: 500 },
  );
  const endless = Buffer.alloc(60_000, 0x10);
  endless.set([0x90, 96]);
  endless.writeUInt16BE(0xbede, 12);
  endless.writeUInt16BE(14_000, 14);
  expect(measureRtpHeader(endless)).toBe(null);
});

it('takes reports for no media', () => {
  for (let type = 192; type <= 223; type += 1) {
    expect(isRtp(Buffer.from([0x80, type, 0, 1]))).toBe(false);
  }
  expect([isRtp(Buffer.from([0x80, 96])), isRtp(Buffer.from([0x80, 224]))]).toEqual([true, true]);
  expect([isRtp(Buffer.from([22, 96])), isRtp(Buffer.alloc(0))]).toEqual([false, false]);
});
