import { describe, expect, it } from 'vitest';
import { fitGaussianMixture } from './gaussian-mixture.ts';

describe('a colour mixture', () => {
  it('knows the colours it has seen from others, also when there are several', () => {
    const colours: number[] = [];
    for (let index = 0; index < 200; index += 1) {
      const shade = index % 20;
      colours.push(...(index % 2 === 0 ? [200, 20 + shade, 30] : [30, 40, 180 + shade]));
    }
    const mixture = fitGaussianMixture({ colours: Float32Array.from(colours), count: 200 });
    expect(mixture.densityOf(200, 30, 30)).toBeGreaterThan(1e-6);
    expect(mixture.densityOf(30, 40, 190)).toBeGreaterThan(1e-6);
    expect(mixture.densityOf(115, 35, 110)).toBeLessThan(1e-8);
  });

  it('is a density: over all colours it comes to one', () => {
    const colours = Float32Array.from({ length: 300 }, (_, index) => 90 + ((index * 37) % 41));
    const mixture = fitGaussianMixture({ colours, count: 100 });
    let sum = 0;
    const step = 4;
    for (let red = 0; red < 256; red += step) {
      for (let green = 0; green < 256; green += step) {
        for (let blue = 0; blue < 256; blue += step) {
          sum += mixture.densityOf(red, green, blue) * step ** 3;
        }
      }
    }
    expect(sum).toBeGreaterThan(0.95);
    expect(sum).toBeLessThan(1.05);
  });

  it('takes every colour for as likely when it has seen none', () => {
    const mixture = fitGaussianMixture({ colours: new Float32Array(0), count: 0 });
    expect(mixture.densityOf(0, 0, 0)).toBe(mixture.densityOf(200, 100, 50));
    expect(mixture.densityOf(0, 0, 0)).toBeGreaterThan(0);
  });
});
