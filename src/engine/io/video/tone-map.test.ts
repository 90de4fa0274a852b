import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { type HdrTransfer, toneMap } from './tone-map.ts';

type Triple = readonly [red: number, green: number, blue: number];

/** Encodes a luminance in nits as a PQ level. */
function encodePq(nits: number): number {
  const power = (nits / 10_000) ** (2610 / 16_384);
  return ((107 / 128 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32);
}

/** Creates a uniform frame in BT.2020 PQ from linear light of BT.709 primaries in nits. */
function pqFrame([red, green, blue]: Triple): I420Frame {
  const wide: Triple = [
    0.6274 * red + 0.3293 * green + 0.0433 * blue,
    0.0691 * red + 0.9195 * green + 0.0114 * blue,
    0.0164 * red + 0.088 * green + 0.8956 * blue,
  ];
  const [r, g, b] = wide.map(encodePq) as unknown as Triple;
  const luma = 0.2627 * r + 0.678 * g + 0.0593 * b;
  return filled(
    16 + 219 * luma,
    128 + (224 * (b - luma)) / 1.8814,
    128 + (224 * (r - luma)) / 1.4746,
  );
}

function filled(y: number, u: number, v: number): I420Frame {
  const frame = createI420Frame(5, 3);
  frame.y.fill(Math.round(y));
  frame.u.fill(Math.round(u));
  frame.v.fill(Math.round(v));
  return frame;
}

/** Returns the linear light of an SDR screen, 0..1 per channel. */
function shown({ y, u, v }: I420Frame): Triple {
  const luma = (y[7]! - 16) / 219;
  const fromU = (u[2]! - 128) / 224;
  const fromV = (v[2]! - 128) / 224;
  return [luma + 1.5748 * fromV, luma - 0.1873 * fromU - 0.4681 * fromV, luma + 1.8556 * fromU];
}

describe('HDR on a plain screen', () => {
  it.each([5, 20, 60, 100])('shows a grey of %i nits as bright as it is', (nits) => {
    const frame = pqFrame([nits, nits, nits]);
    toneMap(frame, 'pq');
    expect(shown(frame)[1]).toBeCloseTo((nits / 203) ** (1 / 2.4), 1.5);
    expect(Math.abs(frame.u[0]! - 128)).toBeLessThanOrEqual(1);
    expect(Math.abs(frame.v[0]! - 128)).toBeLessThanOrEqual(1);
  });

  it.each(['pq', 'hlg'] as const satisfies HdrTransfer[])(
    'keeps highlights of %s apart',
    (transfer) => {
      const lumas = [16, 60, 120, 150, 165, 175].map((level) => {
        const frame = filled(level, 128, 128);
        toneMap(frame, transfer);
        return frame.y[0]!;
      });
      expect(lumas).toEqual(lumas.toSorted((left, right) => left - right));
      expect(new Set(lumas).size).toBe(lumas.length);
      expect(lumas[0]).toBe(16);
      expect(lumas.at(-1)).toBeLessThanOrEqual(235);
    },
  );

  it('keeps the colour of skin', () => {
    const skin: Triple = [90, 52, 38];
    const frame = pqFrame(skin);
    toneMap(frame, 'pq');
    const seen = shown(frame);
    for (const [channel, nits] of skin.entries()) {
      expect(Math.abs(seen[channel]! - (nits / 203) ** (1 / 2.4))).toBeLessThan(0.04);
    }
  });

  it('shows the white of HLG nearly white', () => {
    const frame = filled(16 + 219 * 0.75, 128, 128);
    toneMap(frame, 'hlg');
    expect(frame.y[0]).toBeGreaterThan(205);
  });
});
