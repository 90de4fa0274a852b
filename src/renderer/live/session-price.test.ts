import { describe, expect, it } from 'vitest';
import { toPayableMinutes, toSpentUsd } from './session-price.ts';

describe('the length of a session', () => {
  it('is what the balance pays where that is less than what was chosen', () => {
    expect(toPayableMinutes(60, { costPerMinuteUsd: 3, balanceUsd: 12 })).toBe(4);
    expect(toPayableMinutes(60, { costPerMinuteUsd: 0.3, balanceUsd: 0.9 })).toBe(3);
    expect(toPayableMinutes(60, { costPerMinuteUsd: 0.1, balanceUsd: 12 })).toBe(60);
  });

  it('is what was chosen where nothing is paid or no price is known', () => {
    expect(toPayableMinutes(60, { costPerMinuteUsd: 0, balanceUsd: 0 })).toBe(60);
    expect(toPayableMinutes(60, { costPerMinuteUsd: null, balanceUsd: 0 })).toBe(60);
    expect(toPayableMinutes(60, null)).toBe(60);
  });

  it('is never below the shortest there is', () => {
    expect(toPayableMinutes(60, { costPerMinuteUsd: 3, balanceUsd: 0.2 })).toBe(1);
  });
});

it('counts what is spent by the seconds that were billed', () => {
  const session = { model: 'm', maxDurationSec: 600, costPerMinuteUsd: 0.3 };
  const stats = {
    fps: 15,
    latencyMs: 8,
    isTracked: true,
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
