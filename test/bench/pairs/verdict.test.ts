import { expect, it } from 'vitest';
import { fittedScales, flawNames } from '../../../src/renderer/jobs/report/judge-flaws.ts';
import type { Grade } from '../../../src/renderer/jobs/report/verdict.ts';
import { costs, crossValidate, fitScales, levels } from './fit-verdict.ts';
import { countConfusion, graded, judgePair, toExamples } from './graded.ts';
import { listed, toName } from './material.ts';

const examples = toExamples(graded);
const grades = ['good', 'visible', 'unconvincing'] as const;

/** Returns the cost of judged grades. */
function computeCost(results: readonly { readonly seen: Grade; readonly said: Grade }[]): number {
  return results.reduce((sum, { seen, said }) => sum + costs[levels[seen]]![levels[said]]!, 0);
}

it('every listed pair was graded, and grades below good have a reason', () => {
  expect(graded.map(({ pair }) => pair)).toEqual(listed.pairs.map((pair) => toName(pair)));
  expect(graded.filter(({ grade, why }) => (grade === 'good') !== (why === ''))).toEqual([]);
});

it('the app uses the best fit to the grades', () => {
  const fitted = fitScales(examples);
  for (const name of flawNames) {
    const { from, to, weight } = fitted.flaws[name];
    expect(fittedScales.flaws[name].from).toBeCloseTo(from, 2);
    expect(fittedScales.flaws[name].to).toBeCloseTo(to, 2);
    expect(fittedScales.flaws[name].weight).toBeCloseTo(weight, 2);
  }
  expect(fittedScales.visible).toBeCloseTo(fitted.visible, 2);
  expect(fittedScales.unconvincing).toBeCloseTo(fitted.unconvincing, 2);
});

it('almost no unconvincing pair is graded good', () => {
  const said = graded.map((result) => ({ seen: result.grade, said: judgePair(result) }));
  const [, , unconvincing] = countConfusion(said);
  expect(unconvincing![0]! / graded.length).toBeLessThanOrEqual(0.05);
});

it('photos that the fit has never seen are judged as well', () => {
  const results = crossValidate(examples);
  const [good, , unconvincing] = countConfusion(results);
  // Visible flaws come from the target as well, so a photo predicts less than half of them, but more than a constant
  // grade does.
  const constant = grades.map((said) => computeCost(results.map(({ seen }) => ({ seen, said }))));
  expect(computeCost(results)).toBeLessThan(0.95 * Math.min(...constant));
  expect(unconvincing![0]! / results.length).toBeLessThanOrEqual(0.05);
  expect(good![2]! / results.length).toBeLessThanOrEqual(0.05);
});
