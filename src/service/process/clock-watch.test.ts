import { expect, it } from 'vitest';
import { watchClock } from './clock-watch.ts';

it('tells a clock that was set back from one that runs, stands a moment or was set on', () => {
  let [nowMs, steadyMs] = [1_000_000, 0];
  const watch = watchClock({ nowMs: () => nowMs }, () => steadyMs);
  const pass = (ms: number, stepMs: number): boolean => {
    steadyMs += ms;
    nowMs += ms + stepMs;
    return watch.wasSetBack();
  };
  expect([watch.wasSetBack(), pass(2000, 0)]).toEqual([true, true]);
  watch.settle();
  expect([pass(2000, 0), pass(2000, -100), pass(10, 3_600_000)]).toEqual([false, false, false]);
  expect([pass(2000, -72_000), pass(2000, 0)]).toEqual([true, true]);
  watch.settle();
  expect([pass(2000, 0), pass(0, -3_600_000)]).toEqual([false, true]);
});
