import { expect, it } from 'vitest';
import { createByteBudget, createMessageBudget } from './budgets.ts';

it('lets through twice as many messages at once as a second, and refills', () => {
  const budget = createMessageBudget(5);
  const taken = Array.from({ length: 12 }, () => budget.consume(1, 1000));
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(budget.consume(1, 1100)).toBe(false);
  expect(budget.consume(1, 1300)).toBe(true);
  expect(budget.consume(1, 1300)).toBe(false);
});

it('lets one message of the largest size through, also after a burst', () => {
  const budget = createByteBudget(100, 1000);
  expect(budget.consume(1000, 0)).toBe(true);
  expect(budget.consume(1000, 0)).toBe(false);
  expect(budget.consume(100, 0)).toBe(true);
  expect(budget.consume(1000, 9000)).toBe(false);
  expect(budget.consume(1000, 10_000)).toBe(true);
});
