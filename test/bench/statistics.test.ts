import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import { correctAttenuation, correlation } from './statistics.ts';

it('finds from two noisy readings how closely a value follows a plan', () => {
  const random = createRandom(5);
  const noise = (): number => random() + random() + random() - 1.5;
  const moments = Array.from({ length: 4000 }, () => {
    const plan = noise();
    const truth = plan + 0.5 * noise();
    return { plan, truth, first: truth + noise(), second: 0.4 * truth + 0.3 * noise() };
  });
  type Reading = keyof (typeof moments)[number];
  const r = (one: Reading, other: Reading): number =>
    correlation(moments.map((moment) => ({ x: moment[one], y: moment[other] })));
  const found = correctAttenuation(r('plan', 'first'), r('plan', 'second'), r('first', 'second'));
  expect(r('plan', 'first')).toBeLessThan(0.72);
  expect(found).toBeCloseTo(r('plan', 'truth'), 1);
  expect(correctAttenuation(-0.5, -0.4, 0.5)).toBeLessThan(0);
  expect(correctAttenuation(0.5, 0.5, -0.1)).toBeNaN();
});
