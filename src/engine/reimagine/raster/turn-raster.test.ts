import { expect, it } from 'vitest';
import { turnRaster } from './turn-raster.ts';

const image = {
  width: 3,
  height: 2,
  pixels: Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap((value) => [value, 0, 0, 255])),
};

const readReds = ({ pixels }: { readonly pixels: Uint8ClampedArray }) =>
  [...pixels].filter((_, at) => at % 4 === 0);

it('mirrors a picture left to right', () => {
  expect(readReds(turnRaster(image, 'mirror'))).toEqual([3, 2, 1, 6, 5, 4]);
});

it('turns a picture by quarters and halves without changing a pixel', () => {
  const right = turnRaster(image, 'right');
  expect([right.width, right.height]).toEqual([2, 3]);
  expect(readReds(right)).toEqual([4, 1, 5, 2, 6, 3]);
  expect(readReds(turnRaster(image, 'left'))).toEqual([3, 6, 2, 5, 1, 4]);
  expect(readReds(turnRaster(image, 'half'))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(turnRaster(right, 'left').pixels).toEqual(image.pixels);
});
