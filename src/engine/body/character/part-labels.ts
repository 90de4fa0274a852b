/** What another network says of the pixels of a person, as far as it helps to divide them. */
import type { Limb } from '../joints.ts';
import { isArm } from './limb-line.ts';
import type { PersonView } from './person-view.ts';

/** What a pixel is; sleeves and trousers may be either side of a cut. */
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

/** How much a label speaks for a pixel being a limb's: 1 for it, -1 against it, 0 where it says nothing. */
export function voteForLimb(label: number, limb: Limb): -1 | 0 | 1 {
  if (label === partLabel.unknown) {
    return 0;
  }
  if (label === partLabel[limb]) {
    return 1;
  }
  // Left and right are told apart by place: networks that see a mirrored half mix them up.
  const isOwnKind = isArm(limb)
    ? label === partLabel.leftArm || label === partLabel.rightArm || label === partLabel.sleeve
    : label === partLabel.leftLeg || label === partLabel.rightLeg || label === partLabel.trousers;
  return isOwnKind ? 0 : -1;
}
