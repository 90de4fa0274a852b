/** Labels that the user's network gives the pixels of a person, as far as they help to divide it. */
import type { Limb } from '../joints.ts';
import { isArm } from './limb-line.ts';
import type { PersonView } from './person-view.ts';

/** Labels of pixels; sleeves and trousers may be on either side of a cut. */
export const partLabel = {
  unknown: 0,
  head: 1,
  torso: 2,
  sleeve: 3,
  trousers: 4,
  leftArm: 5,
  rightArm: 6,
  leftLeg: 7,
  rightLeg: 8,
} as const;

/** Labels of the pixels of a view, by {@link partLabel}. */
export type PartLabels = Uint8Array;

/** Labels every pixel of a view. */
export type ParsePerson = (view: PersonView) => Promise<PartLabels>;

/** Returns the vote of a label for a limb: 1 for it, -1 against it, 0 if undecided. */
export function voteForLimb(label: number, limb: Limb): -1 | 0 | 1 {
  if (label === partLabel.unknown) {
    return 0;
  }
  if (label === partLabel[limb]) {
    return 1;
  }
  // Position decides between left and right, because networks that see a mirrored half confuse them.
  const isOwnKind = isArm(limb)
    ? label === partLabel.leftArm || label === partLabel.rightArm || label === partLabel.sleeve
    : label === partLabel.leftLeg || label === partLabel.rightLeg || label === partLabel.trousers;
  return isOwnKind ? 0 : -1;
}
