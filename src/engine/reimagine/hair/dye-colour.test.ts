import { expect, it } from 'vitest';
import { writeOklab } from '../colour/oklab.ts';
import { dyeColour, type HairDye, planDye } from './dye-colour.ts';
import { VIEW_COUNT } from './hair-zones.ts';

const TEAL = [32, 128, 128] as const;
const BLOND = [214, 180, 120] as const;
const BLACK = [16, 16, 18] as const;

/** Plans the dye of hair that is one colour. */
function planFor(own: readonly number[], wished: readonly [number, number, number]): HairDye {
  const colours = new Float32Array(VIEW_COUNT * 3);
  for (let at = 0; at < colours.length; at += 1) {
    colours[at] = own[at % 3] ?? 0;
  }
  return planDye(colours, new Uint8Array(VIEW_COUNT).fill(1), wished);
}

function dyeOne(own: readonly number[], dye: HairDye): readonly [number, number, number] {
  const lab = new Float64Array(3);
  writeOklab(lab, own, 0);
  const colour = new Float64Array(3);
  dyeColour(colour, lab, dye);
  const [red = 0, green = 0, blue = 0] = colour;
  return [red, green, blue];
}

function lightnessOf(colour: Readonly<ArrayLike<number>>): number {
  const lab = new Float64Array(3);
  writeOklab(lab, colour, 0);
  return lab[0] ?? 0;
}

it('makes brown hair teal', () => {
  const brown = [92, 64, 44];
  const [red, green, blue] = dyeOne(brown, planFor(brown, TEAL));
  expect(green).toBeGreaterThan(red + 40);
  expect(blue).toBeGreaterThan(red + 40);
});

it('gives black hair no more than a tone of blond, which is brown and not green', () => {
  const black = [26, 22, 21];
  const dye = planFor(black, BLOND);
  expect(dye.reached[0]).toBeLessThan(lightnessOf(BLOND) - 0.2);
  const [red, green, blue] = dyeOne(black, dye);
  expect(red).toBeGreaterThan(green * 1.2);
  expect(green).toBeGreaterThan(blue);
});

it('makes blond hair black without making its strands shine like silver', () => {
  const dye = planFor(BLOND, BLACK);
  expect(lightnessOf(dyeOne(BLOND, dye))).toBeLessThan(0.3);
  expect(lightnessOf(dyeOne([246, 226, 186], dye))).toBeLessThan(0.45);
});

it('keeps the order of strands, and what is black stays black', () => {
  const brown = [92, 64, 44];
  for (const wished of [TEAL, BLOND, BLACK]) {
    const dye = planFor(brown, wished);
    let before = -1;
    for (let step = 0; step <= 20; step += 1) {
      const lightness = lightnessOf(
        dyeOne(
          brown.map((value) => (value * step) / 8),
          dye,
        ),
      );
      expect(lightness).toBeGreaterThanOrEqual(before - 0.02);
      before = lightness;
    }
    expect(lightnessOf(dyeOne([0, 0, 0], dye))).toBeLessThan(0.05);
  }
});
