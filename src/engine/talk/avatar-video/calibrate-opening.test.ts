import { expect, it } from 'vitest';
import { correctGain } from './calibrate-opening.ts';

const gaps = [0, 0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.2];

/** Gain for a network that answers with a function of the wanted gap. */
function gainFor(network: (wanted: number) => number): number {
  return correctGain(
    1,
    gaps.map((wanted) => ({ wanted, read: network(wanted) })),
  );
}

it('undoes what a network reads too much, whatever it reads from closed lips', () => {
  expect(gainFor((wanted) => wanted)).toBeCloseTo(1);
  expect(gainFor((wanted) => 1.25 * wanted + 0.02)).toBeCloseTo(0.8);
});

it('opens no mouth further than wanted where a network finds no lips, and keeps most of what is wanted', () => {
  for (const network of [() => 0, (wanted: number) => -wanted, (wanted: number) => 0.8 * wanted]) {
    expect(gainFor(network)).toBe(1);
  }
  expect(gainFor((wanted) => 5 * wanted)).toBe(0.72);
});
