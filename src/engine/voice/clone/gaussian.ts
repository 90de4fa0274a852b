import { decompose, mapEigenvalues, type Matrix, multiply } from './symmetric-matrix.ts';

/** Multivariate normal distribution. */
export interface Gaussian {
  readonly mean: Float64Array;
  readonly covariance: Matrix;
  /** Number of vectors that it was estimated from. */
  readonly count: number;
}

/** Estimates the distribution of at least one vector. `noise` is a variance added to each coordinate. */
export function measureGaussian(vectors: readonly Float64Array[], noise: number): Gaussian {
  const size = vectors[0]!.length;
  const count = vectors.length;
  const mean = new Float64Array(size);
  for (const vector of vectors) {
    for (let index = 0; index < size; index += 1) {
      mean[index] = mean[index]! + vector[index]! / count;
    }
  }
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    for (let row = 0; row < size; row += 1) {
      const deviation = (vector[row]! - mean[row]!) / count;
      const products = covariance[row]!;
      for (let column = 0; column <= row; column += 1) {
        products[column] = products[column]! + deviation * (vector[column]! - mean[column]!);
      }
    }
  }
  for (let row = 0; row < size; row += 1) {
    covariance[row]![row] = covariance[row]![row]! + noise;
    for (let column = 0; column < row; column += 1) {
      covariance[column]![row] = covariance[row]![column]!;
    }
  }
  return { mean, covariance, count };
}

/** Limits of a map's eigenvalues. */
interface TransportLimits {
  readonly min: number;
  readonly max: number;
}

/**
 * Computes the matrix that maps deviations of one distribution to another with the least movement: optimal transport of
 * Gaussians (Olkin and Pukelsheim 1982), with clamped eigenvalues.
 */
export function toTransport(from: Gaussian, to: Gaussian, { min, max }: TransportLimits): Matrix {
  const own = decompose(from.covariance);
  const root = own((value) => Math.sqrt(Math.max(0, value)));
  const inverse = own((value) => 1 / Math.sqrt(Math.max(1e-9, value)));
  const between = mapEigenvalues(multiply(multiply(root, to.covariance), root), (value) =>
    Math.sqrt(Math.max(0, value)),
  );
  return mapEigenvalues(multiply(multiply(inverse, between), inverse), (value) =>
    Math.max(min, Math.min(max, value)),
  );
}
