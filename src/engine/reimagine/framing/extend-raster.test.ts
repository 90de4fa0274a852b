import { expect, it } from 'vitest';
import { createRaster } from '../raster/raster.ts';
import { extendRaster } from './extend-raster.ts';

it('continues a plain background without a seam, and shows the middle nowhere else', () => {
  const image = createRaster(200, 200);
  image.pixels.fill(255);
  for (let index = 0; index < 200 * 200; index += 1) {
    const isPerson = Math.hypot((index % 200) - 100, Math.trunc(index / 200) - 100) < 60;
    image.pixels.fill(isPerson ? 20 : 180, index * 4, index * 4 + 3);
  }
  const { width, height, pixels } = extendRaster(image, 2);
  expect([width, height]).toEqual([400, 200]);
  for (let column = 0; column < 100; column += 1) {
    expect(Math.abs((pixels[(100 * width + column) * 4] ?? 0) - 180)).toBeLessThan(3);
  }
  expect(pixels[(100 * width + 200) * 4]).toBe(20);
});
