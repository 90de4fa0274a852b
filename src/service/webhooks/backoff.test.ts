import { describe, expect, it } from 'vitest';
import { toDelayMs, toNominalDelayMs } from './backoff.ts';

describe('the delay before an attempt', () => {
  it('triples from 5 s up to 12 h, 37.7 h in all', () => {
    const delays = Array.from({ length: 11 }, (_, index) => toNominalDelayMs(index + 2) / 1000);
    expect(delays).toEqual([5, 15, 45, 135, 405, 1215, 3645, 10_935, 32_805, 43_200, 43_200]);
    expect(delays.reduce((sum, delay) => sum + delay) / 3600).toBeCloseTo(37.67, 2);
  });

  it('varies by 20 % to either side', () => {
    expect([0, 0.5, 1].map((chance) => toDelayMs(2, chance))).toEqual([4000, 5000, 6000]);
  });

  it('ends after the twelfth attempt', () => {
    expect(toDelayMs(12, 0.5)).toBe(43_200_000);
    expect(toDelayMs(13, 0.5)).toBeNull();
  });

  it('grows to the delay that the receiver requests, up to a day, and never shrinks', () => {
    expect(toDelayMs(2, 0.5, 60_000)).toBe(60_000);
    expect(toDelayMs(2, 0.5, 1000)).toBe(5000);
    expect(toDelayMs(2, 0.5, 1e12)).toBe(86_400_000);
  });
});
