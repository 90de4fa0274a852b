import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

test('a full bucket gives its whole number at once and refuses the next', () => {
  const limiter = createRateLimiter(() => 5);
  const verdicts = Array.from({ length: 61 }, () => limiter.consume('key', 60));
  expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([...Array(60).fill(true), false]);
  expect(verdicts[0]).toEqual({
    isAllowed: true,
    limit: 60,
    remaining: 59,
    resetSec: 1,
    retryAfterSec: 0,
  });
  expect(verdicts[60]).toEqual({
    isAllowed: false,
    limit: 60,
    remaining: 0,
    resetSec: 60,
    retryAfterSec: 1,
  });
});

test('it refills steadily, and a refused request costs nothing', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  for (let i = 0; i < 60; i += 1) {
    limiter.consume('key', 60);
  }
  now = 999;
  expect(limiter.consume('key', 60).isAllowed).toBe(false);
  now = 1000;
  expect(limiter.consume('key', 60)).toMatchObject({ isAllowed: true, remaining: 0 });
  expect(limiter.consume('key', 60).isAllowed).toBe(false);
  now = 61_000;
  expect(limiter.consume('key', 60)).toMatchObject({ isAllowed: true, remaining: 59 });
});

test('buckets do not touch each other', () => {
  const limiter = createRateLimiter(() => 0);
  for (let i = 0; i < 60; i += 1) {
    limiter.consume('one', 60);
  }
  expect(limiter.consume('one', 60).isAllowed).toBe(false);
  expect(limiter.consume('two', 60).isAllowed).toBe(true);
});

test('a stranger with many addresses does not free a bucket that is in use', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  for (let i = 0; i < 60; i += 1) {
    limiter.consume('busy', 60);
  }
  for (let i = 0; i < 30_000; i += 1) {
    now += 0.001;
    limiter.consume(`address ${i}`, 600);
    if (i % 5000 === 0) {
      limiter.consume('busy', 60);
    }
  }
  expect(limiter.consume('busy', 60).isAllowed).toBe(false);
});
