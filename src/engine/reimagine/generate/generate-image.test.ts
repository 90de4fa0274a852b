import { expect, it } from 'vitest';
import { createRaster } from '../raster/raster.ts';
import { generateImage, type ImageGenerator } from './generate-image.ts';

function makeImage(width: number, height: number) {
  const image = createRaster(width, height);
  for (let at = 0; at < image.pixels.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    image.pixels.set([(x * 3) % 256, (y * 5) % 256, (x + y) % 256, 200], at);
  }
  return image;
}

/** Adds some noise everywhere, as a model does, and makes the middle of the left half white. */
function createGenerator(seen: { size?: string; mask?: Float32Array | null }): ImageGenerator {
  return {
    longestSide: 768,
    fixedSize: null,
    generate({ width, height, values }, mask) {
      seen.size = `${width} ${height}`;
      seen.mask = mask;
      const count = width * height;
      const made = values.map((value, at) => {
        const [x, y] = [at % width, Math.floor((at % count) / width)];
        const isNew = x > 80 && x < 240 && y > 100 && y < 300;
        return isNew ? 1 : value + (at % 2 === 0 ? 0.02 : -0.02);
      });
      return Promise.resolve({ width, height, values: made });
    },
  };
}

it('merges changed pixels, and leaves every other pixel as it was', async () => {
  const image = makeImage(900, 600);
  const seen: { size?: string } = {};
  const result = await generateImage(image, createGenerator(seen), null);
  expect(seen.size).toBe('768 512');
  expect(result).toMatchObject({ width: 900, height: 600 });
  const factor = 900 / 768;
  let [wrong, white, opaque] = [0, 0, 0];
  for (let row = 0; row < 600; row += 1) {
    for (let column = 0; column < 900; column += 1) {
      const at = (row * 900 + column) * 4;
      const [x, y] = [column / factor, row / factor];
      const isFar = x < 70 || x > 250 || y < 90 || y > 310;
      const isSame = [0, 1, 2, 3].every((of) => result.pixels[at + of] === image.pixels[at + of]);
      wrong += isFar && !isSame ? 1 : 0;
      white += result.pixels[at]! > 250 && x > 85 && x < 235 && y > 105 && y < 295 ? 1 : 0;
      opaque += result.pixels[at + 3] === 200 ? 0 : 1;
    }
  }
  expect([wrong, opaque]).toEqual([0, 0]);
  expect(white / (150 * 190 * factor ** 2)).toBeGreaterThan(0.95);
});

it('changes nothing outside of a mask, which the model is shown', async () => {
  const image = makeImage(600, 400);
  const seen: { mask?: Float32Array | null } = {};
  const mask = Float32Array.from({ length: 600 * 400 }, (_, at) => (at % 600 < 100 ? 1 : 0));
  const result = await generateImage(image, createGenerator(seen), mask);
  expect(seen.mask?.[0]).toBe(1);
  let [changed, outside] = [0, 0];
  for (let at = 0; at < mask.length; at += 1) {
    const isSame = result.pixels[at * 4] === image.pixels[at * 4];
    outside += isSame || at % 600 < 100 ? 0 : 1;
    changed += isSame ? 0 : 1;
  }
  expect(outside).toBe(0);
  expect(changed).toBeGreaterThan(1000);
});

it('pads its input to sides that a network can halve, and enlarges small pictures', async () => {
  const seen: { size?: string } = {};
  const result = await generateImage(makeImage(200, 150), createGenerator(seen), null);
  expect(seen.size).toBe('512 384');
  expect(result).toMatchObject({ width: 200, height: 150 });
  const fixed = { ...createGenerator(seen), fixedSize: { width: 512, height: 512 } };
  await generateImage(makeImage(1000, 400), fixed, null);
  expect(seen.size).toBe('512 512');
});
