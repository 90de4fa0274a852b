import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounds, fitBounds, minSize } from './bounds.ts';

const screen: Bounds = { x: 0, y: 24, width: 1920, height: 1056 };
const second: Bounds = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('the bounds of a window that opens', () => {
  it('are the remembered ones on any screen that is still there', () => {
    const bounds = { x: 2000, y: 10, width: 1000, height: 700 };
    expect(fitBounds(bounds, [screen, second])).toEqual(bounds);
  });

  it('are a first size without a position when that screen is gone', () => {
    const bounds = { x: 2000, y: 10, width: 1000, height: 700 };
    expect(fitBounds(bounds, [screen])).toEqual({ width: 1280, height: 800 });
  });

  it('are a first size when nothing is remembered, smaller on a small screen', () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 };
    expect(fitBounds(null, [screen])).toEqual({ width: 1280, height: 800 });
    expect(fitBounds(null, [small])).toEqual({ width: 1024, height: 700 });
    expect(fitBounds(null, [])).toEqual({ width: 1280, height: 800 });
  });

  it('do not put the title bar above the screen or below it', () => {
    const above = { x: 100, y: 0, width: 1000, height: 700 };
    const below = { x: 100, y: 1070, width: 1000, height: 700 };
    expect(fitBounds(above, [screen])).not.toHaveProperty('x');
    expect(fitBounds(below, [screen])).not.toHaveProperty('x');
  });

  it('always can be grabbed and are never below the smallest size', () => {
    const any = fc.record({
      x: fc.integer({ min: -5000, max: 5000 }),
      y: fc.integer({ min: -5000, max: 5000 }),
      width: fc.integer({ min: 1, max: 10_000 }),
      height: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(any, (bounds) => {
        const fit = fitBounds(bounds, [screen, second]);
        expect(fit.width).toBeGreaterThanOrEqual(minSize.width);
        expect(fit.height).toBeGreaterThanOrEqual(minSize.height);
        if (fit.x !== undefined && fit.y !== undefined) {
          expect(fit.x).toBeLessThan(second.x + second.width);
          expect(fit.x + fit.width).toBeGreaterThan(screen.x);
        }
      }),
    );
  });
});
