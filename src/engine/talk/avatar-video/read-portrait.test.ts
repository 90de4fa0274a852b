import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readOpaque } from './read-portrait.ts';

async function readSize(width: number, height: number, shortSide: number) {
  const picture = sharp({ create: { width, height, channels: 3, background: '#806040' } });
  const image = await readOpaque(await picture.png({ compressionLevel: 1 }).toBuffer(), shortSide);
  return { width: image.width, height: image.height };
}

it('reads a portrait that is nearly square with as many rows as were asked for', async () => {
  expect(await readSize(2019, 2000, 720)).toEqual({ width: 726, height: 720 });
});

it('reads portraits of any size with exactly the short side that was asked for', async () => {
  const side = fc.integer({ min: 480, max: 1500 });
  await fc.assert(
    fc.asyncProperty(side, side, fc.constantFrom(480, 720), async (width, height, asked) => {
      const size = await readSize(width, height, asked);
      const short = Math.min(width, height);
      expect(Math.min(size.width, size.height)).toBe(Math.min(asked, short & ~1));
      expect([size.width % 2, size.height % 2]).toEqual([0, 0]);
      // The face is not stretched by more than the rounding to even sides.
      const scale = Math.min(1, asked / short);
      expect(Math.abs(size.width - width * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(size.height - height * scale)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 25 },
  );
});
