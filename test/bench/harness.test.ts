import { expect, it } from 'vitest';
import { atMost, formatMetrics, ratioAtLeast, toMetric } from './harness.ts';
import { correlation, median, percentile, slope, timeEach } from './statistics.ts';

it('judges a value by its bar and gives the ratio to the reference', () => {
  const met = { name: 'empty', value: 0.5, unit: 'ms', reference: 0.1, bar: atMost(1) };
  expect(toMetric(met)).toEqual({
    name: 'empty',
    value: 0.5,
    unit: 'ms',
    reference: 0.1,
    ratio: 5,
    bar: '<= 1 ms',
    ok: true,
  });
  expect(toMetric({ ...met, value: 1.1 }).ok).toBe(false);
});

it('judges a ratio and refuses one without a reference', () => {
  const metric = { name: 'reads', value: 50, unit: '1/s', bar: ratioAtLeast(0.6) };
  expect(toMetric({ ...metric, reference: 80 })).toMatchObject({
    ratio: 0.625,
    bar: '>= 0.6 of reference',
    ok: true,
  });
  expect(() => toMetric(metric)).toThrow('no reference');
});

it('takes a value that is not a number as missed', () => {
  expect(toMetric({ name: 'x', value: Number.NaN, unit: 'ms', bar: atMost(1) }).ok).toBe(false);
});

it('prints a table with a line per figure', () => {
  const table = formatMetrics([
    toMetric({ name: 'empty', value: 0.5, unit: 'ms', bar: atMost(1) }),
    toMetric({ name: 'start', value: 2500, unit: 'ms', bar: atMost(2000) }),
  ]);
  expect(table.split('\n')).toHaveLength(3);
  expect(table).toMatch(/^start +2500 +ms +<= 2000 ms +MISSED$/m);
});

it('finds percentiles by nearest rank', () => {
  const samples = [5, 1, 4, 2, 3];
  expect([percentile(samples, 0), median(samples), percentile(samples, 0.99)]).toEqual([1, 3, 5]);
});

it('finds the slope of a line', () => {
  expect(slope([0, 1, 2].map((x) => ({ x, y: 3 * x + 7 })))).toBeCloseTo(3);
});

it('finds the correlation of samples', () => {
  const at = (ys: readonly number[]): number => correlation(ys.map((y, x) => ({ x, y })));
  expect(at([1, 3, 5])).toBeCloseTo(1);
  expect(at([5, 3, 1])).toBeCloseTo(-1);
  expect(at([1, 2, 1])).toBeCloseTo(0);
  expect(at([2, 2, 2])).toBe(0);
  expect(at([0, 1, 0, 1])).toBeCloseTo(0.447, 3);
});

it('leaves the first runs out of the measurement', async () => {
  let runs = 0;
  const durations = await timeEach(
    () => {
      runs += 1;
      return Promise.resolve();
    },
    { count: 3, warmUp: 2 },
  );
  expect([durations.length, runs]).toEqual([3, 5]);
});
