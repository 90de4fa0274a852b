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

it('shows background beside a person whom the edge cuts off, not stretched clothes', () => {
  const image = createRaster(60, 60);
  const person = new Float32Array(60 * 60);
  for (let index = 0; index < person.length; index += 1) {
    const isPerson = index % 60 >= 30 && index >= 60 * 30;
    person[index] = isPerson ? 1 : 0;
    image.pixels.set(isPerson ? [220, 20, 20] : [20, 160, 60], index * 4);
  }
  const { width, pixels } = extendRaster(image, 2, { width: 60, height: 60, values: person });
  const at = (50 * width + width - 3) * 4;
  expect(pixels[at]).toBeLessThan(60);
  expect(pixels[at + 1]).toBeGreaterThan(120);
});

it('continues the ground behind a wide person without a limit and without the colour of the sky', () => {
  const size = 200;
  const image = createRaster(size, size);
  const person = new Float32Array(size * size);
  for (let index = 0; index < person.length; index += 1) {
    const row = Math.trunc(index / size);
    const isPerson = row >= 80 && index % size >= 30;
    person[index] = isPerson ? 1 : 0;
    image.pixels.set(
      isPerson ? [200, 20, 20] : row < 60 ? [60, 120, 240] : [210, 180, 120],
      index * 4,
    );
  }
  const { width, height, pixels } = extendRaster(image, 0.5, {
    width: size,
    height: size,
    values: person,
  });
  const reds = Array.from({ length: width }, (_, x) => pixels[((height - 10) * width + x) * 4]!);
  const steps = reds.slice(1).map((red, x) => Math.abs(red - reds[x]!));
  expect(Math.max(...steps)).toBeLessThan(3);
  expect(reds[100]).toBeGreaterThan(180);
});

it('extends a narrow strip that is all person', () => {
  const strip = createRaster(90, 3);
  strip.pixels.fill(200);
  const { width, height, pixels } = extendRaster(strip, 0.5, {
    width: 90,
    height: 3,
    values: new Float32Array(270).fill(1),
  });
  expect([width, height]).toEqual([90, 180]);
  expect(pixels.slice(0, 3).every((value) => value >= 125 && value <= 200)).toBe(true);
});
