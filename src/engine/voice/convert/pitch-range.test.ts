import { describe, expect, it } from 'vitest';
import { PitchRange } from './pitch-range.ts';

function learn(period: number, strength: number): PitchRange {
  const range = new PitchRange();
  for (let count = 0; count < 100; count += 1) {
    range.add(period, strength);
  }
  return range;
}

describe('the range of a speaker', () => {
  it('costs nothing before the speaker is known, or by uncertain periods', () => {
    expect(new PitchRange().toCost(40)).toBe(0);
    expect(learn(110, 0.8).toCost(40)).toBe(0);
  });

  it('is free for a lively melody, and costs more the further a pitch is', () => {
    const range = learn(110, 0.95);
    expect(range.toCost(110 / 1.5)).toBe(0);
    expect(range.toCost(110 * 1.5)).toBe(0);
    expect(range.toCost(50)).toBeGreaterThan(range.toCost(65));
    expect(range.toCost(50)).toBeCloseTo(range.toCost(242), 6);
  });

  it('never silences a clear voice, however far it is', () => {
    expect(0.98 - learn(220, 0.95).toCost(40)).toBeGreaterThan(0.55);
  });
});
