import { describe, expect, it } from 'vitest';
import { measureRim, type EdgeRim } from './edge-rim.ts';
import { estimateForeground } from './foreground.ts';

const SIZE = 96;
const RADIUS = 28;
/** Width of the soft edge in pixels, like that of hair. */
const SOFT = 5;

const alpha = Float32Array.from({ length: SIZE * SIZE }, (_, index) => {
  const x = (index % SIZE) - SIZE / 2;
  const y = Math.floor(index / SIZE) - SIZE / 2;
  return Math.max(0, Math.min(1, (RADIUS - Math.sqrt(x * x + y * y)) / SOFT + 0.5));
});

/** Draws a round object of one colour over a background of another. */
function photograph(thing: readonly number[], ground: readonly number[]): Float32Array {
  return Float32Array.from({ length: SIZE * SIZE * 3 }, (_, value) => {
    const weight = alpha[Math.floor(value / 3)]!;
    return thing[value % 3]! * weight + ground[value % 3]! * (1 - weight);
  });
}

/** Measures the rim that appears when colours are composited over another background. */
function rimOver(ground: number, colours: Float32Array): EdgeRim {
  const plane = alpha.map((weight, index) => {
    const luma =
      0.299 * colours[index * 3]! +
      0.587 * colours[index * 3 + 1]! +
      0.114 * colours[index * 3 + 2]!;
    return luma * weight + ground * (1 - weight);
  });
  const inside = Uint8Array.from(alpha, (weight) => (weight > 0.5 ? 1 : 0));
  return measureRim(plane, inside, { width: SIZE, isMeasured: () => true });
}

describe('the foreground colours', () => {
  it.each([
    {
      what: 'dark hair before a white wall',
      thing: [40, 30, 25],
      ground: [250, 250, 250],
      over: 60,
    },
    { what: 'dark hair before a green wall', thing: [40, 30, 25], ground: [20, 230, 40], over: 30 },
    { what: 'fair hair at night', thing: [220, 190, 140], ground: [5, 5, 12], over: 200 },
  ])('leave no rim of the old ground: $what', ({ thing, ground, over }) => {
    const photo = photograph(thing, ground);
    const before = rimOver(over, photo);
    const after = rimOver(over, estimateForeground(photo, alpha, SIZE));
    expect(before.count).toBeGreaterThan(100);
    expect(Math.max(before.light, before.dark)).toBeGreaterThan(8);
    expect(Math.max(after.light, after.dark)).toBeLessThan(1.5);
  });

  it('are those of the picture where nothing shines through', () => {
    const photo = photograph([40, 30, 25], [250, 250, 250]);
    const foreground = estimateForeground(photo, alpha, SIZE);
    let max = 0;
    alpha.forEach((weight, index) => {
      if (weight === 1) {
        max = Math.max(max, Math.abs(foreground[index * 3]! - photo[index * 3]!));
      }
    });
    expect(max).toBeLessThan(0.01);
  });
});

describe('a rim', () => {
  it('is told from an edge without one, and light from dark', () => {
    const edge = alpha.map((weight) => 200 * weight + 80 * (1 - weight));
    const inside = Uint8Array.from(alpha, (weight) => (weight > 0.5 ? 1 : 0));
    const measure = (plane: Float32Array): EdgeRim =>
      measureRim(plane, inside, { width: SIZE, isMeasured: () => true });
    const ring = (value: number): Float32Array =>
      edge.map((luma, index) => (alpha[index]! > 0.2 && alpha[index]! < 0.8 ? value : luma));
    expect(measure(edge)).toMatchObject({ light: 0, dark: 0 });
    expect(measure(ring(255)).light).toBeGreaterThan(15);
    expect(measure(ring(255)).dark).toBe(0);
    expect(measure(ring(20)).dark).toBeGreaterThan(15);
    expect(measure(ring(20)).light).toBe(0);
  });
});
