import { describe, expect, it } from 'vitest';
import { compareSizes } from './measure-size.ts';

describe('the size of a vocal tract', () => {
  it('is told by the resonances above the first', () => {
    const own = [400, 1500, 2500, 3500];
    expect(compareSizes(own, [700, 1650, 2750, 3850])).toBeCloseTo(1.1, 6);
    expect(compareSizes(own, [400, 1350, 2250, 3150])).toBeCloseTo(0.9, 6);
  });

  it('is not known where a resonance is not', () => {
    expect(compareSizes([400, 1500, 2500], [400, 1500, 2500, 3500])).toBeNull();
    expect(compareSizes([400, 1500, 2500, 3500], [])).toBeNull();
  });
});
