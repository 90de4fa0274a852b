import { describe, expect, it } from 'vitest';
import {
  toDrawnGap,
  fitOpening,
  isShadeBetter,
  plainOpening,
  widthChangeOf,
} from './opening-curve.ts';

const gaps = [0, 0.015, 0.03, 0.045, 0.06, 0.075, 0.1, 0.13, 0.165, 0.2, 0.25, 0.3];

const widths = [0, -0.06, 0.03, -0.02];

/** Curve for a network that answers with a function of the drawn gap, and of the drawn mouth for the width. */
function fitTo(
  network: (drawn: number) => number,
  readWidth: (drawn: number, wide: number) => number = (_, wide) => wide,
) {
  return fitOpening(
    gaps.flatMap((drawn) =>
      widths.map((wide) => ({
        drawn,
        wide,
        read: network(drawn),
        readWide: readWidth(drawn, wide),
      })),
    ),
  );
}

describe('an opening curve', () => {
  it('draws nearly what was wanted where the network reads what was drawn', () => {
    const curve = fitTo((drawn) => drawn);
    for (const wanted of [0, 0.01, 0.05, 0.17, 0.25]) {
      expect(toDrawnGap(curve, wanted)).toBeCloseTo(0.95 * wanted, 6);
    }
  });

  it('undoes most of what a network reads too much or too little, gap by gap', () => {
    // Bends at a gap that is drawn, so that the inversion is exact.
    const network = (drawn: number): number => Math.max(0.8 * drawn, 1.2 * drawn - 0.04);
    const curve = fitTo(network);
    for (const wanted of [0.04, 0.08, 0.13, 0.2]) {
      const sought = 0.95 * wanted;
      const [off, plainOff] = [toDrawnGap(curve, wanted), sought].map((drawn) =>
        Math.abs(network(drawn) - sought),
      );
      expect(off).toBeLessThanOrEqual(0.26 * plainOff!);
    }
  });

  it('opens a mouth at most a quarter further than wanted, small gaps more, and keeps most of a gap', () => {
    const blind = fitTo((drawn) => Math.max(0, drawn - 0.1));
    const eager = fitTo((drawn) => 2 * drawn);
    for (const wanted of [0.02, 0.08, 0.25, 0.3]) {
      const most = Math.max(1.26 * wanted, Math.min(1.81 * wanted, 0.1));
      expect(toDrawnGap(blind, wanted)).toBeLessThanOrEqual(most);
      expect(toDrawnGap(eager, wanted)).toBeGreaterThan(0.57 * wanted);
    }
  });

  it('undoes how much wider or narrower a mouth appears when it opens', () => {
    const narrowing = fitTo(
      (drawn) => drawn,
      (drawn, wide) => 0.8 * wide - (drawn > 0.02 ? 0.016 : 0),
    );
    expect(widthChangeOf(narrowing, 0)).toBe(0);
    for (const wanted of [0.07, 0.2, 0.4]) {
      expect(widthChangeOf(narrowing, wanted)).toBeCloseTo(0.02, 6);
    }
    const wild = fitTo(
      (drawn) => drawn,
      (drawn, wide) => wide + drawn,
    );
    for (let wanted = 0; wanted < 0.4; wanted += 0.02) {
      expect(Math.abs(widthChangeOf(wild, wanted))).toBeLessThanOrEqual(0.04);
    }
  });

  it('leaves widths as they are for a network that does not see them', () => {
    for (const readWidth of [() => 0.3, () => Number.NaN]) {
      const { widths: changes } = fitTo((drawn) => drawn, readWidth);
      expect(changes.every((change) => change === 0)).toBe(true);
    }
  });

  it('widens a mouth whose corners hardly seem to move, within limits, and narrows none', () => {
    const gainAt = (slope: number): number =>
      fitTo(
        (drawn) => drawn,
        (_, wide) => slope * wide,
      ).widthGain;
    expect(gainAt(0.8)).toBeCloseTo(1.25, 6);
    expect(gainAt(0.5)).toBeCloseTo(1.35, 6);
    expect(gainAt(1.4)).toBe(1);
    expect(gainAt(0.1)).toBe(1);
  });

  it('shades small gaps only where they are read better so', () => {
    const readingsOf = (network: (drawn: number) => number) =>
      [0, 0.03, 0.06, 0.1].map((drawn) => ({
        drawn,
        wide: 0,
        read: network(drawn),
        readWide: 1,
      }));
    const jumping = readingsOf((drawn) => (drawn > 0.04 ? drawn + 0.05 : 0));
    const faithful = readingsOf((drawn) => 0.02 + drawn);
    expect(isShadeBetter(faithful, jumping)).toBe(true);
    expect(isShadeBetter(jumping, faithful)).toBe(false);
    expect(isShadeBetter(faithful, faithful)).toBe(false);
    expect(
      isShadeBetter(
        readingsOf(() => Number.NaN),
        faithful,
      ),
    ).toBe(false);
  });

  it('is plain for a network that does not see the mouth', () => {
    expect(fitTo(() => 0.1)).toBe(plainOpening);
    expect(fitTo((drawn) => 0.2 - drawn)).toBe(plainOpening);
    expect(fitTo(() => Number.NaN)).toBe(plainOpening);
  });

  it('ascends whatever a network reads, and leaves closed lips closed', () => {
    const curve = fitTo((drawn) => 0.03 + drawn + (drawn === 0.06 ? 0.05 : 0));
    expect(toDrawnGap(curve, 0)).toBe(0);
    for (let wanted = 0.01; wanted < 0.3; wanted += 0.01) {
      expect(toDrawnGap(curve, wanted)).toBeGreaterThanOrEqual(toDrawnGap(curve, wanted - 0.01));
    }
  });
});
