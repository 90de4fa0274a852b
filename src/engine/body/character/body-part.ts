import type { Limb } from '../joints.ts';

/** A part that owns pixels of a person. */
export type OwningPart = 'torso' | 'head' | Limb;

/** A part of a person that is drawn as a separate layer; hair is that of the torso which lies over arms. */
export type BodyPart = OwningPart | 'hair';

/** Number that marks the pixels of each part; 0 marks the background. */
export const ownerOf: Readonly<Record<OwningPart, number>> = {
  torso: 1,
  head: 2,
  leftArm: 3,
  rightArm: 4,
  leftLeg: 5,
  rightLeg: 6,
};
