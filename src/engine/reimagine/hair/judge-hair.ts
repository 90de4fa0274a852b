/**
 * Judges whether a cut is all of the hair and nothing else. Hats, shaved heads, hair of the colour of clothes or ground,
 * and hair in the dark or in coloured light are no certain cuts.
 */
import type { HairMeasures } from './measure-hair.ts';

/** Returns whether a cut can be dyed. */
export function isCertainHair(measures: HairMeasures): boolean {
  const { lab, turned, beside, symmetry } = measures;
  return (
    measures.shownCrown >= 0.6 &&
    measures.covered >= 0.6 &&
    turned <= 0.75 &&
    // Colours that hair has by nature and in white light: others are hats, scarves or lamps.
    lab[1] >= -6 &&
    lab[1] <= 24 &&
    lab[2] >= -6 &&
    lab[2] <= 45 &&
    measures.fromSkin >= 20 &&
    measures.sideFromTop <= 30 &&
    measures.weak <= 0.24 &&
    measures.weakest <= 0.09 &&
    measures.missed <= 0.08 &&
    measures.texture >= 0.5 &&
    measures.ofBody <= 0.6 &&
    !(beside > 900 && symmetry < 0.22 && turned < 0.5)
  );
}
