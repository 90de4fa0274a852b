import { expect, it } from 'vitest';
import { visibilityInLight } from './relative-illuminance.ts';

it('shows features whole in daylight, also on dark skin, and fewer the darker a scene is', () => {
  expect([60, 90, 180].map(visibilityInLight)).toEqual([1, 1, 1]);
  const dim = [50, 30, 10, 0].map(visibilityInLight);
  expect(dim).toEqual(dim.toSorted((a, b) => b - a));
  expect(dim[0]).toBeLessThan(1);
  expect(dim[1]).toBeLessThan(0.4);
  expect(dim[3]).toBe(0);
});
