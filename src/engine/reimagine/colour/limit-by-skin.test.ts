import { expect, it } from 'vitest';
import { createRaster } from '../raster/raster.ts';
import type { ColourFunction } from './colour-function.ts';
import { limitBySkin } from './limit-by-skin.ts';

const image = createRaster(4, 4);
for (let at = 0; at < image.pixels.length; at += 4) {
  image.pixels.set([210, 160, 130], at);
}
const skin = new Float32Array(16).fill(1);
const towardsBlue = (amount: number): readonly ColourFunction[] => [
  (red, green, blue) => [red * (1 - amount), green, blue * (1 + amount)],
];

it('weakens a change that would turn faces blue', () => {
  const [change] = limitBySkin({ image, skin, warmth: 0 }, 1, towardsBlue);
  const [red, , blue] = change!(0.82, 0.63, 0.51);
  expect(red).toBeGreaterThan(blue);
  expect(red).toBeLessThan(0.82);
});

it('leaves a change of an image without faces', () => {
  const [change] = limitBySkin({ image, skin: null, warmth: 0 }, 0.9, towardsBlue);
  expect(change!(1, 1, 1)[0]).toBeCloseTo(0.1);
});
