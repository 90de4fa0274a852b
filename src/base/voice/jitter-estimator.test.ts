import { expect, it } from 'vitest';
import { JitterEstimator } from './jitter-estimator.ts';

const MS = 16;
const WINDOW = 2000 * MS;

/** Chunks of 20 ms for a window; the worst comes so late. */
function pass(headroom: JitterEstimator, lateMs: number): void {
  for (let chunk = 0; chunk < 100; chunk += 1) {
    headroom.arrive((60 - (chunk === 50 ? lateMs : 0)) * MS);
    headroom.pass(WINDOW / 100);
  }
}

it('is what the latest chunk needed, at once', () => {
  const headroom = new JitterEstimator();
  const min = headroom.target;
  headroom.arrive(60 * MS);
  headroom.arrive(5 * MS);
  expect(headroom.target).toBeGreaterThan(55 * MS);
  expect(headroom.target).toBeLessThan(75 * MS);
  headroom.reset();
  expect(headroom.target).toBe(min);
});

it('forgets a while that was bad within seconds', () => {
  const headroom = new JitterEstimator();
  const min = headroom.target;
  pass(headroom, 90);
  pass(headroom, 90);
  expect(headroom.target).toBeGreaterThan(90 * MS);
  pass(headroom, 0);
  pass(headroom, 0);
  expect(headroom.target).toBeGreaterThan(90 * MS);
  pass(headroom, 0);
  expect(headroom.target).toBe(min);
});

it('keeps what is needed again and again', () => {
  const headroom = new JitterEstimator();
  for (let round = 0; round < 8; round += 1) {
    pass(headroom, 60);
    pass(headroom, 0);
  }
  for (let window = 0; window < 4; window += 1) {
    pass(headroom, 0);
  }
  expect(headroom.target).toBeGreaterThan(60 * MS);
});

it('does not take sound that was moved for chunks that were late', () => {
  const headroom = new JitterEstimator();
  const min = headroom.target;
  headroom.arrive(100 * MS);
  headroom.shift(-50 * MS);
  headroom.arrive(50 * MS);
  expect(headroom.target).toBe(min);
});

it('tells at the end of a window what waited for nothing', () => {
  const headroom = new JitterEstimator();
  headroom.arrive(90 * MS);
  expect(headroom.pass(WINDOW / 2)).toBe(0);
  headroom.arrive(85 * MS);
  expect(headroom.pass(WINDOW / 2)).toBe(90 * MS - headroom.target);
});
