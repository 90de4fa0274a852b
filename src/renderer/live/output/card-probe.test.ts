import { describe, expect, it } from 'vitest';
import { CardProbe, sampleFrameLuma } from './card-probe.ts';

const size = { width: 64, height: 48 };

/** A decoded frame as the browser hands it out: I420, of which rows can be copied. */
function makeFrame(lumaAt: (x: number, y: number) => number): VideoFrame {
  const frame = {
    format: 'I420',
    codedWidth: size.width,
    codedHeight: size.height,
    colorSpace: { fullRange: false },
    allocationSize: ({ rect }: { rect: DOMRectInit }) => (rect.width ?? 0) * 3,
    copyTo: async (bytes: Uint8Array, { rect }: { rect: DOMRectInit }) => {
      const { y = 0, width = 0 } = rect;
      for (let x = 0; x < width; x += 1) {
        bytes[x] = 16 + (lumaAt(x, y) * 219) / 255;
      }
      return [{ offset: 0, stride: width }];
    },
  };
  return frame as unknown as VideoFrame;
}

const bars = (x: number): number => (x % 16 < 8 ? 30 : 200);

describe('the probe for the card', () => {
  it('recognises the card after coding, and mistakes no other frame for it', async () => {
    const probe = new CardProbe();
    const card = makeFrame(bars);
    expect(probe.isCard(await sampleFrameLuma(card))).toBe(false);
    probe.setCard(await sampleFrameLuma(card));
    expect(
      probe.isCard(await sampleFrameLuma(makeFrame((x) => bars(x) + ((x * 7) % 11) - 5))),
    ).toBe(true);
    expect(probe.isCard(await sampleFrameLuma(makeFrame((x) => bars(x + 8))))).toBe(false);
    expect(probe.isCard(await sampleFrameLuma(makeFrame(() => 30)))).toBe(false);
    expect(probe.isCard(null)).toBe(false);
  });

  it('takes nothing for a card of one colour, which a dark room would be as well', async () => {
    const probe = new CardProbe();
    const even = makeFrame(() => 20);
    probe.setCard(await sampleFrameLuma(even));
    expect(probe.isCard(await sampleFrameLuma(even))).toBe(false);
  });

  it('does not look into a frame that has no plane of brightness', async () => {
    expect(await sampleFrameLuma({ format: null } as unknown as VideoFrame)).toBeNull();
  });
});
