import { expect, it } from 'vitest';
import type { Raster } from '../raster/raster.ts';
import { reduceShine } from './reduce-shine.ts';
import { drawSkin, exampleFace, readMiddle, exampleSkin, wholeSkin } from './example-skin.ts';

const reduce = (raster: Raster, amount = 1): Raster => {
  reduceShine(raster, wholeSkin, { faces: [exampleFace], within: wholeSkin, amount });
  return raster;
};

it('takes most of a pale highlight, and leaves the colour of the skin', () => {
  const [red = 0, green = 0, blue = 0] = readMiddle(reduce(drawSkin([250, 236, 230])));
  expect(red).toBeLessThan(222);
  expect(red).toBeGreaterThan(exampleSkin[0]);
  expect(blue / red).toBeCloseTo(exampleSkin[2] / exampleSkin[0], 1);
  expect(green).toBeGreaterThan(blue);
});

it('leaves skin that is lit, paint and plain skin unchanged', () => {
  for (const spot of [[225, 162, 137], [200, 130, 190], exampleSkin] as const) {
    expect(readMiddle(reduce(drawSkin(spot)))).toEqual(readMiddle(drawSkin(spot)));
  }
});

it('does less with a smaller amount', () => {
  const shiny = [250, 236, 230] as const;
  const [little = 0] = readMiddle(reduce(drawSkin(shiny), 0.3));
  const [much = 0] = readMiddle(reduce(drawSkin(shiny), 1));
  expect(little).toBeGreaterThan(much + 10);
  expect(little).toBeLessThan(shiny[0]);
});
