import { expect, it } from 'vitest';
import { createLoadProbe } from './processor-load.ts';

it('says how much of the time between two questions all cores together were busy', () => {
  let times = { busyMs: 100, allMs: 1000 };
  const readLoad = createLoadProbe(() => times);
  expect(readLoad()).toBeNull();
  times = { busyMs: 1900, allMs: 3000 };
  expect(readLoad()).toBeCloseTo(0.9);
  times = { busyMs: 1901, allMs: 3001 }; // Another caller asked a moment ago.
  expect(readLoad()).toBeCloseTo(0.9);
});

it('reads the cores of this computer', () => {
  const readLoad = createLoadProbe();
  const load = readLoad();
  expect(load === null || (load >= 0 && load <= 1)).toBe(true);
});
