import { describe, expect, it } from 'vitest';
import { fillGaps } from './fill-gaps.ts';

describe('filling of gaps', () => {
  it('keeps trusted values and continues a slope beyond them', () => {
    const width = 64;
    const values = Float32Array.from({ length: width * width }, (_, at) => 50 + (at % width) * 2);
    const trust = values.map((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return x > 24 && x < 40 && y > 24 && y < 40 ? 0 : 1;
    });
    const damaged = values.map((value, at) => (trust[at] === 0 ? 255 : value));
    const filled = fillGaps(damaged, trust, width);
    filled.forEach((value, at) => {
      expect(Math.abs(value - values[at]!)).toBeLessThan(trust[at] === 0 ? 12 : 0.01);
    });
  });

  it('gives the mean where hardly anything is known', () => {
    const trust = new Float32Array(16 * 16);
    trust[17] = 1;
    const filled = fillGaps(new Float32Array(16 * 16).fill(7), trust, 16);
    expect(filled.every((value) => Math.abs(value - 7) < 0.01)).toBe(true);
  });
});
