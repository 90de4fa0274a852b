import { describe, expect, it } from 'vitest';
import { isBalanceTooLow, toPayableMinutes, toSpentUsd } from './session-price.ts';

describe('the length of a session', () => {
  it('is the affordable length where that is less than the chosen one', () => {
    expect(toPayableMinutes(60, { costPerMinuteUsd: 3, balanceUsd: 12 })).toBe(4);
    expect(toPayableMinutes(60, { costPerMinuteUsd: 0.3, balanceUsd: 0.9 })).toBe(3);
    expect(toPayableMinutes(60, { costPerMinuteUsd: 0.1, balanceUsd: 12 })).toBe(60);
  });

  it('is the chosen length where nothing is paid or no price is known', () => {
    expect(toPayableMinutes(60, { costPerMinuteUsd: 0, balanceUsd: 0 })).toBe(60);
    expect(toPayableMinutes(60, { costPerMinuteUsd: null, balanceUsd: 0 })).toBe(60);
    expect(toPayableMinutes(60, null)).toBe(60);
  });

  it('is never below the shortest there is', () => {
    expect(toPayableMinutes(60, { costPerMinuteUsd: 3, balanceUsd: 0.2 })).toBe(1);
  });
});

it('needs a balance that covers the session, to the cent', () => {
  expect(35 * 0.01).toBeGreaterThan(0.35);
  expect(isBalanceTooLow(35, { costPerMinuteUsd: 0.01, balanceUsd: 0.35 })).toBe(false);
  expect(isBalanceTooLow(35, { costPerMinuteUsd: 0.01, balanceUsd: 0.34 })).toBe(true);
  expect(isBalanceTooLow(35, { costPerMinuteUsd: 0, balanceUsd: 0 })).toBe(false);
});

it('counts the spent money by the billed seconds', () => {
  const session = { model: 'm', maxDurationSec: 600, costPerMinuteUsd: 0.3 };
  const stats = {
    fps: 15,
    latencyMs: 8,
    isTracked: true,
    coverReason: null,
    mode: null,
    arms: null,
    engine: 'e',
    secondsLeft: 500,
    secondsBilled: 90,
  };
  expect(toSpentUsd({ session, stats })).toBeCloseTo(0.45);
  expect(toSpentUsd({ session, stats: null })).toBeNull();
  expect(toSpentUsd({ session: { ...session, costPerMinuteUsd: 0 }, stats })).toBeNull();
});
