import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import {
  HEADER_BYTES,
  type LinkedFrame,
  MAX_SIDE,
  readFrameHeader,
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
      writeFrameHeader(frame, bytes);
      expect(readFrameHeader(bytes)).toEqual(frame);
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
        writeFrameHeader(frame, bytes);
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
