import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import type { ColourFunction } from './colour-function.ts';

/** Mean and covariance of colours of 0..1. */
export interface ColourStatistics {
  readonly mean: readonly number[];
  /** 3 by 3, by rows. */
  readonly covariance: readonly number[];
}

/** Approximate number of sampled pixels. */
const SAMPLES = 40_000;
/** Maximum gain along an opponent axis, and inverse of the minimum: more would show noise and banding. */
const MAX_STRETCH = 2;

/** Measures the colours of an image, or of the area of a mask where that is large enough. */
export function measureColours(
  { pixels }: RgbaImage,
  mask: Float32Array | null = null,
): ColourStatistics {
  const count = pixels.length / 4;
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const sums = new Float64Array(3);
  const squares = new Float64Array(9);
  let total = 0;
  const add = (index: number): void => {
    total += 1;
    for (let row = 0; row < 3; row += 1) {
      const value = pixels[index * 4 + row] / 255;
      sums[row] += value;
      for (let column = 0; column < 3; column += 1) {
        squares[row * 3 + column] += (value * pixels[index * 4 + column]) / 255;
      }
    }
  };
  for (let index = 0; index < count; index += step) {
    if (mask === null || mask[index] > 0.9) {
      add(index);
    }
  }
  if (total < 100 && mask !== null) {
    return measureColours({ width: count, height: 1, pixels });
  }
  const mean = [...sums].map((sum) => sum / total);
  return {
    mean,
    covariance: [...squares].map((square, index) => {
      const row = Math.floor(index / 3);
      const column = index % 3;
      return square / total - mean[row] * mean[column] + (row === column ? 1e-4 : 0);
    }),
  };
}

/** Luma, blue to yellow and red to cyan (YCbCr), by rows, and back. */
const TO_OPPONENT = [0.299, 0.587, 0.114, -0.169, -0.331, 0.5, 0.5, -0.419, -0.081];
const FROM_OPPONENT = [1, 0, 1.402, 1, -0.344, -0.714, 1, 1.772, 0];

/**
 * Fits the linear map of colours that gives one image the mean and the spread of another in lightness and in both
 * opponent colours (Reinhard 2001). The map never turns lightness into colour, so a bright face before a blue
 * background does not turn blue.
 */
export function matchColours(
  from: ColourStatistics,
  to: ColourStatistics,
  amount: number,
): ColourFunction {
  const stretch = [0, 1, 2].map((axis) =>
    clamp(Math.sqrt(spreadAlong(to, axis) / spreadAlong(from, axis)), 1 / MAX_STRETCH, MAX_STRETCH),
  );
  const scaled = TO_OPPONENT.map((value, index) => value * stretch[Math.floor(index / 3)]);
  const map = multiply(FROM_OPPONENT, scaled);
  return (red, green, blue) => {
    const [r, g, b] = [red - from.mean[0], green - from.mean[1], blue - from.mean[2]];
    const mix = (own: number, row: number): number => {
      const at = row * 3;
      const matched = to.mean[row] + map[at] * r + map[at + 1] * g + map[at + 2] * b;
      return own + (matched - own) * amount;
    };
    return [mix(red, 0), mix(green, 1), mix(blue, 2)];
  };
}

/** Maximum standard deviation and mean of opponent colours, 0..1, in a black-and-white image. */
const GREY = 0.015;

/** Returns whether an image is black and white. */
export function isColourless(statistics: ColourStatistics): boolean {
  return [1, 2].every((axis) => {
    const mean = statistics.mean.reduce(
      (sum, value, channel) => sum + value * TO_OPPONENT[axis * 3 + channel],
      0,
    );
    return Math.abs(mean) < GREY && spreadAlong(statistics, axis) < GREY * GREY;
  });
}

/** Returns the variance of colours along an opponent axis. */
function spreadAlong({ covariance }: ColourStatistics, axis: number): number {
  const direction = TO_OPPONENT.slice(axis * 3, axis * 3 + 3);
  return direction.reduce(
    (sum, value, row) =>
      sum +
      direction.reduce(
        (line, other, column) => line + value * covariance[row * 3 + column] * other,
        0,
      ),
    1e-6,
  );
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, index) => {
    const row = index - (index % 3);
    const column = index % 3;
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}
