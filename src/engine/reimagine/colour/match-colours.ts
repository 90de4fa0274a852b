import type { RgbaImage } from '../../pixels/frame.ts';
import type { ColourFunction } from './colour-function.ts';

/** Mean and covariance of colours of 0..1. */
export interface ColourStatistics {
  readonly mean: readonly number[];
  /** 3 by 3, by rows. */
  readonly covariance: readonly number[];
}

/** About so many pixels are enough. */
const SAMPLES = 40_000;
/** No channel is stretched further: noise and bands would show. */
const MOST_STRETCH = 2;

/** Measures the colours of a picture, or of what lies within a mask where that is enough. */
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

/** The linear map of colours that gives one picture the mean and the covariance of another (Monge-Kantorovich). */
export function matchColours(
  from: ColourStatistics,
  to: ColourStatistics,
  amount: number,
): ColourFunction {
  const root = powSymmetric(from.covariance, 0.5);
  const inverse = powSymmetric(from.covariance, -0.5);
  const middle = powSymmetric(multiply(multiply(root, to.covariance), root), 0.5);
  const whole = multiply(multiply(inverse, middle), inverse);
  const stretch = Math.max(...[0, 4, 8].map((index) => Math.abs(whole[index])));
  const map =
    stretch > MOST_STRETCH ? whole.map((value) => (value * MOST_STRETCH) / stretch) : whole;
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

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, index) => {
    const row = index - (index % 3);
    const column = index % 3;
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

/** A power of a symmetric matrix by its eigenvalues (Jacobi rotations). */
function powSymmetric(matrix: readonly number[], power: number): number[] {
  const a = [...matrix];
  const vectors = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 30; sweep += 1) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      if (Math.abs(a[p * 3 + q]) < 1e-12) {
        continue;
      }
      const angle = 0.5 * Math.atan2(2 * a[p * 3 + q], a[q * 3 + q] - a[p * 3 + p]);
      rotate(a, { p, q, angle, byRows: false });
      rotate(a, { p, q, angle, byRows: true });
      rotate(vectors, { p, q, angle, byRows: false });
    }
  }
  const powers = [0, 4, 8].map((index) => Math.max(1e-8, a[index]) ** power);
  return a.map((_, index) => {
    const row = index - (index % 3);
    const column = (index % 3) * 3;
    let sum = 0;
    for (let k = 0; k < 3; k += 1) {
      sum += vectors[row + k] * powers[k] * vectors[column + k];
    }
    return sum;
  });
}

function rotate(
  matrix: number[],
  {
    p,
    q,
    angle,
    byRows,
  }: {
    readonly p: number;
    readonly q: number;
    readonly angle: number;
    readonly byRows: boolean;
  },
): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < 3; k += 1) {
    const first = byRows ? p * 3 + k : k * 3 + p;
    const second = byRows ? q * 3 + k : k * 3 + q;
    const [x, y] = [matrix[first], matrix[second]];
    matrix[first] = cos * x - sin * y;
    matrix[second] = sin * x + cos * y;
  }
}
