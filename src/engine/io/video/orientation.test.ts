import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import {
  fromDisplayMatrix,
  isSideways,
  type Orientation,
  orientFrame,
  upright,
} from './orientation.ts';

function matrix(a: number, b: number, c: number, d: number): Buffer {
  const bytes = Buffer.alloc(36);
  for (const [index, value] of [a, b, 0, c, d, 0, 0, 0, 1].entries()) {
    bytes.writeInt32LE(value * 65_536, index * 4);
  }
  return bytes;
}

describe('a display matrix', () => {
  it.each([
    [matrix(1, 0, 0, 1), { turnDegrees: 0, isMirrored: false }],
    [matrix(0, 1, -1, 0), { turnDegrees: 90, isMirrored: false }],
    [matrix(-1, 0, 0, -1), { turnDegrees: 180, isMirrored: false }],
    [matrix(0, -1, 1, 0), { turnDegrees: 270, isMirrored: false }],
    [matrix(-1, 0, 0, 1), { turnDegrees: 0, isMirrored: true }],
    [matrix(1, 0, 0, -1), { turnDegrees: 180, isMirrored: true }],
  ] as const)('is read (%#)', (bytes, expected) => {
    expect(fromDisplayMatrix(bytes)).toEqual(expected);
  });

  it('that is missing, cut or empty leaves the picture as it is', () => {
    expect(fromDisplayMatrix(null)).toEqual(upright);
    expect(fromDisplayMatrix(Buffer.alloc(12))).toEqual(upright);
    expect(fromDisplayMatrix(Buffer.alloc(36))).toEqual(upright);
  });
});

describe('a picture', () => {
  const every: readonly Orientation[] = ([0, 90, 180, 270] as const).flatMap((turnDegrees) => [
    { turnDegrees, isMirrored: false },
    { turnDegrees, isMirrored: true },
  ]);

  it.each(every)('is laid out for %o', (orientation) => {
    const [width, height] = [67, 41];
    const from = createI420Frame(width, height);
    from.y.forEach((_, at) => {
      from.y[at] = (at * 7) % 251;
    });
    from.u.forEach((_, at) => {
      from.u[at] = (at * 5) % 251;
    });
    const isTurned = isSideways(orientation);
    const to = isTurned ? createI420Frame(height, width) : createI420Frame(width, height);
    orientFrame(from, orientation, to);
    expect(to.y).toEqual(expectedPlane(from, 'y', orientation));
    expect(to.u).toEqual(expectedPlane(from, 'u', orientation));
  });
});

/** Computes the expected plane by inverse mapping: the source of each target sample. */
function expectedPlane(from: I420Frame, plane: 'y' | 'u', orientation: Orientation): Uint8Array {
  const [width, height] =
    plane === 'y' ? [from.width, from.height] : [(from.width + 1) >> 1, (from.height + 1) >> 1];
  const [outWidth, outHeight] = isSideways(orientation) ? [height, width] : [width, height];
  return Uint8Array.from({ length: outWidth * outHeight }, (_, at) => {
    const shown = at % outWidth;
    const x = orientation.isMirrored ? outWidth - 1 - shown : shown;
    const y = Math.floor(at / outWidth);
    const [column, row] = {
      0: [x, y],
      90: [y, height - 1 - x],
      180: [width - 1 - x, height - 1 - y],
      270: [width - 1 - y, x],
    }[orientation.turnDegrees] as [number, number];
    return from[plane][row * width + column]!;
  });
}
