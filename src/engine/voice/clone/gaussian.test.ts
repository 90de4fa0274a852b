import { expect, it } from 'vitest';
import { createWhiteNoise } from '../changer/white-noise.ts';
import { type Gaussian, measureGaussian, toTransport } from './gaussian.ts';
import { mapEigenvalues, type Matrix, multiply } from './symmetric-matrix.ts';

const size = 12;
const wide = { min: 0, max: Infinity };

/** Vectors whose values depend on each other, each time in another way. */
function mix(seed: number): Float64Array[] {
  const noise = createWhiteNoise();
  const mixing = Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size }, (_value, column) =>
      Math.cos(seed * (row + 1) * (column + 1)),
    ),
  );
  return Array.from({ length: 400 }, () => {
    const source = Float64Array.from({ length: size }, noise);
    return Float64Array.from(
      mixing,
      (row, index) => index + row.reduce((sum, factor, at) => sum + factor * source[at]!, 0),
    );
  });
}

function expectEqual(one: Matrix, two: Matrix): void {
  for (const [row, values] of one.entries()) {
    for (const [column, value] of values.entries()) {
      expect(value).toBeCloseTo(two[row]![column]!, 6);
    }
  }
}

it('finds the root of a symmetric matrix, and its inverse', () => {
  const { covariance } = measureGaussian(mix(1), 0.1);
  const root = mapEigenvalues(covariance, Math.sqrt);
  expectEqual(multiply(root, root), covariance);
  const inverse = mapEigenvalues(covariance, (value) => 1 / value);
  const identity = covariance.map((_, row) =>
    Float64Array.from({ length: size }, (_value, column) => (row === column ? 1 : 0)),
  );
  expectEqual(multiply(inverse, covariance), identity);
});

it('moves vectors so that they are distributed as others are', () => {
  const from = mix(1);
  const [own, wanted] = [measureGaussian(from, 0), measureGaussian(mix(2), 0)];
  const moved = measureGaussian(move(from, own, wanted), 0);
  expectEqual([moved.mean], [wanted.mean]);
  expectEqual(moved.covariance, wanted.covariance);
});

it('leaves vectors where they are when they are to go nowhere', () => {
  const from = mix(3);
  const own = measureGaussian(from, 0.1);
  expectEqual(move(from, own, own), from);
});

it('enlarges no direction by more than is allowed', () => {
  const from = mix(1);
  const own = measureGaussian(from, 0);
  const wanted = { ...own, covariance: own.covariance.map((row) => row.map((value) => 9 * value)) };
  const moved = measureGaussian(move(from, own, wanted, { min: 0, max: 1.5 }), 0);
  expectEqual(
    moved.covariance,
    own.covariance.map((row) => row.map((value) => 1.5 ** 2 * value)),
  );
});

function move(
  vectors: readonly Float64Array[],
  from: Gaussian,
  to: Gaussian,
  limits: { readonly min: number; readonly max: number } = wide,
): Float64Array[] {
  const map = toTransport(from, to, limits);
  return vectors.map((vector) =>
    Float64Array.from(
      map,
      (row, index) =>
        to.mean[index]! +
        row.reduce((sum, factor, at) => sum + factor * (vector[at]! - from.mean[at]!), 0),
    ),
  );
}
