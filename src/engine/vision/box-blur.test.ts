import { expect, it } from 'vitest';
import { boxBlur } from './box-blur.ts';

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
