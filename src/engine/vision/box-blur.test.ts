import { expect, it } from 'vitest';
import { boxBlur, boxBlurPart } from './box-blur.ts';

it.each([
  [7, 5, 1],
  [6, 9, 3],
  [4, 3, 4],
  [1, 8, 2],
])(
  'averages a plane of %i by %i over squares of radius %i, with clamped edges',
  (width, height, radius) => {
    const plane = Float32Array.from({ length: width * height }, (_, index) => (index * 37) % 101);
    const blurred = plane.slice();
    boxBlur(blurred, width, radius);
    const clamp = (at: number, length: number): number => Math.max(0, Math.min(length - 1, at));
    const offsets = Array.from({ length: 2 * radius + 1 }, (_, index) => index - radius);
    plane.forEach((_, index) => {
      const [row, column] = [Math.floor(index / width), index % width];
      const values = offsets.flatMap((down) =>
        offsets.map(
          (across) => plane[clamp(row + down, height) * width + clamp(column + across, width)] ?? 0,
        ),
      );
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(blurred[index]).toBeCloseTo(mean, 3);
    });
  },
);

it('averages the part of a larger plane in place, with zeros beyond its edges', () => {
  const [width, height, radius] = [6, 4, 2];
  const plane = Float32Array.from({ length: 40 }, (_, index) => (index * 37) % 101);
  const blurred = plane.slice();
  boxBlurPart({ plane: blurred, width, height }, radius, new Float32Array(width));
  for (let at = 0; at < width * height; at += 1) {
    let sum = 0;
    for (let down = -radius; down <= radius; down += 1) {
      for (let across = -radius; across <= radius; across += 1) {
        const [row, column] = [Math.floor(at / width) + down, (at % width) + across];
        const isInside = row >= 0 && row < height && column >= 0 && column < width;
        sum += isInside ? (plane[row * width + column] ?? 0) : 0;
      }
    }
    expect(blurred[at]).toBeCloseTo(sum / 25, 3);
  }
  expect(blurred.slice(width * height)).toEqual(plane.slice(width * height));
});
