import { describe, expect, it } from 'vitest';
import { Breath } from './breath.ts';

const tone = Float64Array.from({ length: 8000 }, (_, index) => 0.3 * Math.sin(index / 20));

function measureAddedBreath(amount: number, isVoiced: boolean): number {
  const breath = new Breath(amount);
  let power = 0;
  for (const sample of tone) {
    power += (breath.step(sample, isVoiced) - sample) ** 2;
  }
  return power / tone.reduce((sum, sample) => sum + sample * sample, 0);
}

describe('breath', () => {
  it('is a third of the power of a voice at most, and none where nothing is asked', () => {
    expect(measureAddedBreath(1, true)).toBeGreaterThan(0.25);
    expect(measureAddedBreath(1, true)).toBeLessThan(0.4);
    expect(measureAddedBreath(0.5, true)).toBeCloseTo(measureAddedBreath(1, true) / 4, 3);
    expect(measureAddedBreath(0, true)).toBe(0);
  });

  it('is left out of sounds without voice, and of silence', () => {
    expect(measureAddedBreath(1, false)).toBe(0);
    expect(new Breath(1).step(0, true)).toBe(0);
  });
});
