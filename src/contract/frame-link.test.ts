import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import {
  HEADER_BYTES,
  type LinkedFrame,
  markPassthrough,
  MAX_CODED_BYTES,
  MAX_SIDE,
  readFrameHeader,
  toPlanesHeader,
  writeFrameHeader,
} from './frame-link.ts';

const frames: fc.Arbitrary<LinkedFrame> = fc.record({
  kind: fc.constantFrom('swapped', 'covered', 'passthrough'),
  width: fc.integer({ min: 1, max: MAX_SIDE }),
  height: fc.integer({ min: 1, max: MAX_SIDE }),
  capturedAtMs: fc.double({ min: 0, max: 1e12, noNaN: true }),
});

it('headers of frames are read as they were written, wherever they lie', () => {
  fc.assert(
    fc.property(frames, fc.nat(9), (frame, offset) => {
      const bytes = new Uint8Array(offset + HEADER_BYTES).subarray(offset);
      writeFrameHeader(toPlanesHeader(frame), bytes);
      expect(readFrameHeader(bytes)).toEqual(toPlanesHeader(frame));
    }),
  );
});

it('damaged headers are read as something valid or refused, never taken for another size', () => {
  fc.assert(
    fc.property(
      frames,
      fc.nat(HEADER_BYTES - 1),
      fc.integer({ min: 1, max: 255 }),
      (frame, at, flip) => {
        const bytes = new Uint8Array(HEADER_BYTES);
        writeFrameHeader(toPlanesHeader(frame), bytes);
        bytes[at]! ^= flip;
        try {
          const { width, height } = readFrameHeader(bytes);
          expect([width, height]).toEqual([frame.width, frame.height]);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
  );
});

it('headers of coded frames are read as they were written, up to a length', () => {
  const header = { kind: 'swapped', coding: 'h264', width: 1280, height: 720 } as const;
  const times = { capturedAtMs: 1000.25, sentAtMs: 1004.5 };
  const bytes = new Uint8Array(HEADER_BYTES);
  for (const length of [0, 9, MAX_CODED_BYTES]) {
    writeFrameHeader({ ...header, ...times, bytes: length }, bytes);
    expect(readFrameHeader(bytes)).toEqual({ ...header, ...times, bytes: length });
  }
  markPassthrough(bytes);
  expect(readFrameHeader(bytes).kind).toBe('passthrough');
  writeFrameHeader({ ...header, ...times, bytes: MAX_CODED_BYTES + 1 }, bytes);
  expect(() => readFrameHeader(bytes)).toThrow(AppError);
});
