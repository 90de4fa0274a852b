import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readOpaque } from './read-portrait.ts';

async function readSize(width: number, height: number, shortSide: number) {
  const still = sharp({ create: { width, height, channels: 3, background: '#806040' } });
  const image = await readOpaque(await still.png({ compressionLevel: 1 }).toBuffer(), shortSide);
  return { width: image.width, height: image.height };
}

it('reads a portrait that is nearly square with as many rows as were asked for', async () => {
  expect(await readSize(2019, 2000, 720)).toEqual({ width: 726, height: 720 });
});

it('reads wide and tall portraits with the short side that was asked for, as far as memory goes', async () => {
  expect(await readSize(3000, 500, 480)).toEqual({ width: 2880, height: 480 });
  expect(await readSize(480, 5000, 480)).toEqual({ width: 394, height: 4096 });
  const { width, height } = await readSize(3440, 1440, 1080);
  expect(width / height).toBeCloseTo(3440 / 1440, 2);
  expect(height).toBeGreaterThan(940);
  expect(width * height).toBeLessThan(2048 * 1082);
});

it('reads portraits that lie on their side upright', async () => {
  const lying = sharp({ create: { width: 1200, height: 600, channels: 3, background: '#806040' } });
  const bytes = await lying.jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { width, height } = await readOpaque(bytes, 480);
  expect({ width, height }).toEqual({ width: 480, height: 960 });
});

it('reads portraits of any size with exactly the short side that was asked for', async () => {
  const side = fc.integer({ min: 480, max: 1500 });
  await fc.assert(
    fc.asyncProperty(side, side, fc.constantFrom(480, 720), async (width, height, requested) => {
      const size = await readSize(width, height, requested);
      const short = Math.min(width, height);
      expect(Math.min(size.width, size.height)).toBe(Math.min(requested, short & ~1));
      expect([size.width % 2, size.height % 2]).toEqual([0, 0]);
      // The face is not stretched by more than the rounding to even sides.
      const scale = Math.min(1, requested / short);
      expect(Math.abs(size.width - width * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(size.height - height * scale)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 25 },
  );
});
