import { expect, it } from 'vitest';
import { createPointMixture } from './mix-points.ts';

it('mixes four values of points by their fractions, however many there are', () => {
  // Zero, one, two and three points.
  const ends = Uint32Array.of(0, 1, 3, 6);
  const points = Uint16Array.of(4, 0, 1, 2, 3, 4);
  const fractions = Float32Array.of(0.5, 1, -1, 0.25, 0.25, 2);
  const mixture = createPointMixture(5, { ends, points, fractions });
  mixture.values.set(Array.from({ length: 20 }, (_, at) => at));
  mixture.mix();
  expect([...mixture.mixed]).toEqual(
    [
      [0, 0, 0, 0],
      [8, 8.5, 9, 9.5],
      [-4, -4, -4, -4],
      [37, 39.5, 42, 44.5],
    ].flat(),
  );
});
