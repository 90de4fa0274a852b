import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKeyFrameStart, parseVp8Descriptor } from './payloads.ts';

/** A descriptor of RFC 7741 before the first byte of a frame; null fields are omitted. */
interface Shape {
  readonly isStart: boolean;
  readonly partition: number;
  readonly pictureId: number | null;
  readonly isLong: boolean;
  readonly baseIndex: number | null;
  readonly layerByte: number | null;
  readonly isKey: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  isStart: fc.boolean(),
  partition: fc.nat(7),
  pictureId: fc.option(fc.nat(0x7fff)),
  isLong: fc.boolean(),
  baseIndex: fc.option(fc.nat(255)),
  layerByte: fc.option(fc.nat(255)),
  isKey: fc.boolean(),
});

function write(shape: Shape): Buffer {
  const { isStart, partition, pictureId, isLong, baseIndex, layerByte, isKey } = shape;
  const hasMore = pictureId !== null || baseIndex !== null || layerByte !== null;
  const bytes = [(hasMore ? 0x80 : 0) | (isStart ? 0x10 : 0) | partition];
  if (hasMore) {
    const flags = [pictureId !== null, baseIndex !== null, layerByte !== null];
    bytes.push(flags.reduce((sum, isThere, at) => sum | (isThere ? 0x80 >> at : 0), 0));
    if (pictureId !== null) {
      bytes.push(...(isLong ? [0x80 | (pictureId >> 8), pictureId & 0xff] : [pictureId & 0x7f]));
    }
    if (baseIndex !== null) {
      bytes.push(baseIndex);
    }
    if (layerByte !== null) {
      bytes.push(layerByte);
    }
  }
  return Buffer.from([...bytes, isKey ? 0x10 : 0x11]);
}

describe('a payload of VP8', () => {
  it('is read as it was written, and its ids are where they are said to be', () => {
    fc.assert(
      fc.property(shapes, fc.uint8Array({ maxLength: 4 }), (shape, rest) => {
        const payload = Buffer.concat([write(shape), rest]);
        const read = parseVp8Descriptor(payload);
        const isLong = shape.pictureId !== null && shape.isLong;
        const pictureId = (shape.pictureId ?? 0) & (isLong ? 0x7fff : 0x7f);
        // The minimum is one byte of payload after one byte of descriptor.
        expect(read).toMatchObject({
          isKeyFrame: shape.isStart && shape.partition === 0 && shape.isKey,
          pictureId: shape.pictureId === null ? -1 : pictureId,
          isLongPictureId: isLong,
          baseIndex: shape.baseIndex ?? -1,
        });
        expect(isKeyFrameStart('video/vp8', payload)).toBe(read?.isKeyFrame);
        if (read !== null && read.pictureIdAt >= 0) {
          const { pictureIdAt: at } = read;
          expect(isLong ? payload.readUInt16BE(at) & 0x7fff : payload[at]).toBe(pictureId);
        }
        if (read !== null && read.baseIndexAt >= 0) {
          expect(payload[read.baseIndexAt]).toBe(shape.baseIndex);
        }
      }),
    );
  });

  it('is nothing when it is cut inside its descriptor, so that no id is written behind its end', () => {
    fc.assert(
      fc.property(shapes, fc.nat(7), (shape, cut) => {
        const whole = write(shape);
        const payload = whole.subarray(0, Math.max(0, whole.length - 1 - cut));
        expect(parseVp8Descriptor(payload)).toBe(null);
        expect(isKeyFrameStart('video/vp8', payload)).toBe(false);
      }),
    );
  });

  it('has its ids inside, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        const read = parseVp8Descriptor(Buffer.from(bytes));
        const ends = [
          read === null ? 0 : read.pictureIdAt + (read.isLongPictureId ? 2 : 1),
          read === null ? 0 : read.baseIndexAt + 1,
        ];
        expect(Math.max(...ends)).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a payload of H.264', () => {
  const nals = fc.record({
    type: fc.integer({ min: 1, max: 23 }),
    rest: fc.uint8Array({ maxLength: 20 }),
  });
  const isKey = (type: number): boolean => type === 5 || type === 7;

  it('begins a key frame with a key or its parameters: alone, in parts or among others', () => {
    fc.assert(
      fc.property(fc.array(nals, { minLength: 1, maxLength: 5 }), fc.boolean(), (list, isFirst) => {
        const units = list.map(({ type, rest }) => Buffer.from([0x60 | type, ...rest]));
        const lengths = units.flatMap((unit) => [Buffer.from([0, unit.length]), unit]);
        const aggregate = Buffer.concat([Buffer.from([0x78]), ...lengths]);
        const hasKey = list.some(({ type }) => isKey(type));
        expect(isKeyFrameStart('video/h264', aggregate)).toBe(hasKey);
        for (const { type, rest } of list) {
          const single = Buffer.from([0x60 | type, ...rest]);
          const fragment = Buffer.from([0x7c, (isFirst ? 0x80 : 0) | type, ...rest]);
          expect(isKeyFrameStart('video/h264', single)).toBe(isKey(type));
          expect(isKeyFrameStart('video/h264', fragment)).toBe(isFirst && isKey(type));
        }
      }),
    );
  });

  it('is searched to its end, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const found = isKeyFrameStart('video/h264', Buffer.from([0x78, ...bytes]));
        expect(typeof found).toBe('boolean');
        expect(isKeyFrameStart('audio/opus', Buffer.from(bytes))).toBe(true);
      }),
    );
  });
});
