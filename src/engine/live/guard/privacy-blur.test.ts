import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { createPrivacyBlur } from './privacy-blur.ts';

const area = { centreX: 60, centreY: 60, radiusX: 30, radiusY: 40, rotation: 0.3 };

describe('a cover of blur', () => {
  it('keeps only a few means: frames with the same means become equal', () => {
    const size = fc.record({
      width: fc.integer({ min: 2, max: 90 }),
      height: fc.integer({ min: 2, max: 90 }),
    });
    fc.assert(
      fc.property(size, fc.integer(), ({ width, height }, seed) => {
        const frame = makeNoise(width, height, seed);
        createPrivacyBlur().cover(frame);
        const again = makeNoise(width, height, seed);
        createPrivacyBlur().cover(again);
        expect(again.y).toEqual(frame.y);
        // In small frames, means cover single pixels.
        expect(measureRoughness(frame)).toBeLessThan(Math.min(width, height) < 60 ? 256 : 16);
      }),
      { numRuns: 30 },
    );
  });

  it('makes two frames that differ in detail equal', () => {
    const blur = createPrivacyBlur();
    const one = makeChecks(160, 96, 0);
    const other = makeChecks(160, 96, 1);
    expect(one.y).not.toEqual(other.y);
    blur.cover(one);
    blur.cover(other);
    expect(one.y).toEqual(other.y);
  });
});

describe('a blur over a head', () => {
  it('removes the detail of the head and keeps the surroundings', () => {
    const before = makeNoise(200, 140, 3);
    const frame = makeNoise(200, 140, 3);
    createPrivacyBlur().hide(frame, area, 1);
    expect(frame.y[60 * 200 + 190]).toBe(before.y[60 * 200 + 190]);
    const inside = Array.from({ length: 20 }, (_, index) => frame.y[60 * 200 + 50 + index]!);
    expect(Math.max(...inside) - Math.min(...inside)).toBeLessThan(24);
  });

  it('of no amount leaves the frame unchanged', () => {
    const frame = makeNoise(200, 140, 4);
    createPrivacyBlur().hide(frame, area, 0);
    expect(frame.y).toEqual(makeNoise(200, 140, 4).y);
  });

  it('may reach over every edge', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -200, max: 300 }),
        fc.integer({ min: -200, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        (centreX, centreY, radius) => {
          const frame = makeNoise(64, 48, 5);
          const head = { centreX, centreY, radiusX: radius, radiusY: radius, rotation: 1 };
          createPrivacyBlur().hide(frame, head, 1);
          expect(frame.y).toHaveLength(64 * 48);
        },
      ),
      { numRuns: 40 },
    );
  });
});

function makeNoise(width: number, height: number, seed: number): I420Frame {
  const frame = createI420Frame(width, height);
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  for (const plane of [frame.y, frame.u, frame.v]) {
    for (let at = 0; at < plane.length; at += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      plane[at] = state >>> 24;
    }
  }
  return frame;
}

/** Creates a fine chequerboard in one of two phases, with equal means over every cell of an even size. */
function makeChecks(width: number, height: number, phase: number): I420Frame {
  const frame = createI420Frame(width, height);
  for (let at = 0; at < frame.y.length; at += 1) {
    const isLight = ((at % width) + Math.floor(at / width) + phase) % 2 === 0;
    frame.y[at] = isLight ? 200 : 40;
  }
  return frame;
}

/** Returns the largest step between neighbours in a row. */
function measureRoughness({ y, width }: I420Frame): number {
  let max = 0;
  for (let at = 1; at < y.length; at += 1) {
    max = at % width === 0 ? max : Math.max(max, Math.abs(y[at]! - y[at - 1]!));
  }
  return max;
}
