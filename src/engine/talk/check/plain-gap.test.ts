import { expect, it } from 'vitest';
import { toPlainGap } from './plain-gap.ts';

it('halves small gaps, and goes on beyond those that were measured', () => {
  expect(toPlainGap(0.1)).toBeCloseTo(0.053);
  expect(toPlainGap(0.275)).toBeCloseTo(0.1975);
  expect(toPlainGap(0.35)).toBeCloseTo(0.265);
  expect(toPlainGap(-0.01)).toBeCloseTo(0.01);
});
