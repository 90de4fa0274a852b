import { endianness } from 'node:os';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countFrameBytes,
  createCapability,
  createEvent,
  parseCapability,
  parseFormat,
  parseReaderEvent,
  toBufferType,
  toFormat,
  toParameters,
  toReaderSubscription,
} from './videodev.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const filled = (size: number, start: string): Uint8Array => {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(start, 'hex'));
  return bytes;
};

/** The bytes are those that a C compiler makes of the structs of `linux/videodev2.h` on x64. */
describe.skipIf(endianness() !== 'LE')('structs of V4L2', () => {
  it('of formats are those of C', () => {
    const i420 =
      '020000000000000000050000d00200005955313201000000000500000018150001000000fecaedfe00000000' +
      '010000000200000001000000';
    const yuyv =
      '020000000000000080020000e00100005955595601000000000500000060090001000000fecaedfe00000000' +
      '010000000200000001000000';
    expect(hex(toFormat({ pixelFormat: 'YU12', width: 1280, height: 720 }))).toBe(
      hex(filled(208, i420)),
    );
    expect(hex(toFormat({ pixelFormat: 'YUYV', width: 640, height: 480 }))).toBe(
      hex(filled(208, yuyv)),
    );
  });

  it('of rates, kinds of buffers and events are those of C', () => {
    expect(hex(toParameters(30))).toBe(
      hex(filled(204, '020000000000000000000000010000001e000000')),
    );
    expect(hex(toBufferType())).toBe('02000000');
    expect(hex(toReaderSubscription())).toBe(hex(filled(32, '0100e0100000000001000000')));
    expect(createCapability().byteLength).toBe(104);
    expect(createEvent().byteLength).toBe(136);
  });

  it('of a device are read as C fills them', () => {
    const bytes = filled(
      104,
      '76346c32206c6f6f706261636b00000047756973652043616d657261000000000000000000000000000000000000000' +
        '0706c6174666f726d3a76346c326c6f6f706261636b2d3031300000000000000000010600020020850200200500000' +
        '0000000000000000000',
    );
    expect(parseCapability(bytes)).toEqual({
      driver: 'v4l2 loopback',
      card: 'Guise Camera',
      canCapture: false,
      canOutput: true,
    });
  });

  it('of a reader say whether there is one', () => {
    expect(parseReaderEvent(filled(136, '0100e0100000000001000000'))).toBe(true);
    expect(parseReaderEvent(filled(136, '0100e0100000000000000000'))).toBe(false);
    expect(parseReaderEvent(filled(136, '030000000000000001000000'))).toBe(null);
  });

  it('of any format are read back as they were written', () => {
    const even = fc.integer({ min: 1, max: 2048 }).map((half) => 2 * half);
    const shape = fc.record({
      pixelFormat: fc.constantFrom('YU12' as const, 'YUYV' as const),
      width: even,
      height: even,
    });
    fc.assert(
      fc.property(shape, (written) => {
        const { pixelFormat, width, height } = written;
        expect(parseFormat(toFormat(written))).toEqual(written);
        expect(countFrameBytes({ pixelFormat, width, height })).toBe(
          width * height * (pixelFormat === 'YUYV' ? 2 : 1.5),
        );
      }),
    );
  });

  it('of formats that cannot be written are none', () => {
    const change = (offset: number, value: number): Uint8Array => {
      const bytes = toFormat({ pixelFormat: 'YU12', width: 640, height: 480 });
      new DataView(bytes.buffer).setUint32(offset, value, true);
      return bytes;
    };
    const mjpg = Buffer.from('MJPG').readUInt32LE();
    const refused = { odd: change(8, 641), kind: change(16, mjpg), padded: change(24, 704) };
    expect(Object.values(refused).map(parseFormat)).toEqual([null, null, null]);
    expect(parseFormat(change(28, 460_799))).toBe(null);
    expect(parseFormat(change(28, 462_848))).not.toBe(null);
  });
});
