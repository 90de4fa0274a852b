import { expect, it } from 'vitest';
import {
  blurColours,
  blurWeighted,
  readColours,
  scaleColours,
  smoothColours,
} from './colour-plane.ts';
import { blurPlane, hashNoise, smoothWithin } from './planes.ts';
import { createRaster, extractChannel, type Raster, readLuminance } from './raster.ts';

const size = { width: 37, height: 23 };

function createNoisy(): Raster {
  const raster = createRaster(size.width, size.height);
  raster.pixels.forEach((_, at) => {
    raster.pixels[at] = at % 4 === 3 ? 255 : 255 * hashNoise(at, 1, 2);
  });
  return raster;
}

function toLane(colours: Float32Array, lane: number): Float32Array {
  return Float32Array.from(
    { length: colours.length / 4 },
    (_, index) => colours[index * 4 + lane]!,
  );
}

it('blurs four values to a pixel as it blurs one', () => {
  const raster = createNoisy();
  const colours = readColours(raster);
  blurColours(colours, size.width, 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = blurPlane(extractChannel(raster, channel), size.width, 3);
    expect(toLane(colours, channel)).toEqual(plane);
  }
});

it('smooths luminance within its own edges as a plane of it is smoothed', () => {
  const raster = createNoisy();
  const options = { width: size.width, radius: 2, noise: 0.01 };
  const smooth = toLane(smoothColours(readColours(raster), options), 3);
  const plane = smoothWithin(readLuminance(raster), options);
  smooth.forEach((value, index) => {
    expect(value).toBeCloseTo(plane[index]!, 4);
  });
});

it.each([2, 9, 20])('averages only weighted pixels, with a radius of %i', (radius) => {
  const raster = createRaster(64, 48);
  const weight = new Float32Array(64 * 48);
  for (let index = 0; index < weight.length; index += 1) {
    const isLeft = index % 64 < 32;
    raster.pixels.set(isLeft ? [200, 40, 10] : [0, 0, 250], index * 4);
    weight[index] = isLeft ? 0.5 : 0;
  }
  const mean = new Float32Array(4);
  blurWeighted(raster, weight, radius).read(33, 20, mean);
  expect(mean[0]).toBeCloseTo(200, 2);
  expect(mean[1]).toBeCloseTo(40, 2);
  expect(mean[2]).toBeCloseTo(10, 2);
  expect(mean[3]).toBeGreaterThan(0);
  expect(mean[3]).toBeLessThan(0.5);
});

it('keeps even colours even at another size', () => {
  const colours = new Float32Array(5 * 3 * 4).fill(7);
  const scaled = scaleColours(colours, { width: 5, height: 3 }, { width: 12, height: 9 });
  expect(scaled.length).toBe(12 * 9 * 4);
  expect(scaled.every((value) => value === 7)).toBe(true);
});
