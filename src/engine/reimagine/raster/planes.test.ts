import { expect, it } from 'vitest';
import { halvePlane, scalePlane } from './planes.ts';
import { createRaster } from './raster.ts';
import { halveRaster } from './resize-raster.ts';

it('returns halves of an odd size to where they were', () => {
  const [width, height] = [15, 11];
  const plane = Float32Array.from({ length: width * height }, (_, index) => index % width);
  const quarter = halvePlane(halvePlane(plane, width), width >> 1);
  const covered = { width: width / 4, height: height / 4 };
  const whole = scalePlane(quarter, width >> 2, { width, height, covered });
  for (let column = 2; column <= 9; column += 1) {
    expect(whole[column]).toBeCloseTo(column, 4);
  }
  // Omitted columns continue the last one.
  expect(whole[width - 1]).toBeCloseTo(9.5, 4);
});

it('halves planes and images to the same size, also those of one row or column', () => {
  for (const [width, height] of [
    [7, 5],
    [1, 6],
    [6, 1],
    [1, 1],
  ] as const) {
    const half = halveRaster(createRaster(width, height));
    const plane = halvePlane(new Float32Array(width * height).fill(3), width);
    expect(plane).toEqual(new Float32Array(half.width * half.height).fill(3));
  }
});
