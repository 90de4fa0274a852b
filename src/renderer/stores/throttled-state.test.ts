import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ThrottledState } from './throttled-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const shown: number[][] = [[]];
  const paced = new ThrottledState<readonly number[]>({
    get: () => shown.at(-1) ?? [],
    set: (next) => void shown.push([...next]),
  });
  const add = (value: number): void => paced.change((all) => [...all, value]);
  return { shown, paced, add };
}

it('shows the first change at once, and many that follow together', () => {
  const { shown, paced, add } = open();
  for (let value = 1; value <= 200; value += 1) {
    add(value);
  }
  expect(shown.at(-1)).toEqual([1]);
  expect(paced.read()).toHaveLength(200);
  vi.advanceTimersByTime(1_000);
  expect(shown).toHaveLength(3);
  expect(shown.at(-1)).toHaveLength(200);
});

it('applies waiting changes to the newest state', () => {
  const { shown, paced, add } = open();
  add(1);
  add(2);
  expect(paced.read()).toEqual([1, 2]);
  shown.push([7]);
  expect(paced.read()).toEqual([7, 2]);
  paced.show();
  expect(shown.at(-1)).toEqual([7, 2]);
  vi.advanceTimersByTime(1_000);
  expect(shown).toHaveLength(4);
});
