import { describe, expect, it } from 'vitest';
import { drawnGapOf, fitOpening, plainOpening } from './opening-curve.ts';

const gaps = [0, 0.015, 0.03, 0.045, 0.06, 0.075, 0.1, 0.13, 0.165, 0.2, 0.25, 0.3];

/** Curve for a network that answers with a function of the drawn gap. */
function fitTo(network: (drawn: number) => number) {
  return fitOpening(gaps.map((drawn) => ({ drawn, read: network(drawn) })));
}

describe('an opening curve', () => {
  it('draws nearly what was wanted where the network reads what was drawn', () => {
    const curve = fitTo((drawn) => drawn);
    for (const wanted of [0, 0.01, 0.05, 0.17, 0.25]) {
      expect(drawnGapOf(curve, wanted)).toBeCloseTo(0.95 * wanted, 6);
    }
  });

  it('undoes what a network reads too much or too little, gap by gap', () => {
    // Bends at a gap that is drawn, so that the inversion is exact.
    const network = (drawn: number): number => Math.max(0.8 * drawn, 1.2 * drawn - 0.04);
    const curve = fitTo(network);
    for (const wanted of [0.04, 0.08, 0.13, 0.2]) {
      expect(network(drawnGapOf(curve, wanted))).toBeCloseTo(0.95 * wanted, 3);
    }
  });

  it('opens a mouth at most a quarter further than wanted, and keeps most of a gap', () => {
    const blind = fitTo((drawn) => Math.max(0, drawn - 0.1));
    const eager = fitTo((drawn) => 2 * drawn);
    for (const wanted of [0.02, 0.08, 0.25, 0.3]) {
      expect(drawnGapOf(blind, wanted)).toBeLessThan(1.26 * wanted);
      expect(drawnGapOf(eager, wanted)).toBeGreaterThan(0.67 * wanted);
    }
  });

  it('is plain for a network that does not see the mouth', () => {
    expect(fitTo(() => 0.1)).toBe(plainOpening);
    expect(fitTo((drawn) => 0.2 - drawn)).toBe(plainOpening);
    expect(fitTo(() => Number.NaN)).toBe(plainOpening);
  });

  it('ascends whatever a network reads, and leaves closed lips closed', () => {
    const curve = fitTo((drawn) => 0.03 + drawn + (drawn === 0.06 ? 0.05 : 0));
    expect(drawnGapOf(curve, 0)).toBe(0);
    for (let wanted = 0.01; wanted < 0.3; wanted += 0.01) {
      expect(drawnGapOf(curve, wanted)).toBeGreaterThanOrEqual(drawnGapOf(curve, wanted - 0.01));
    }
  });
});
