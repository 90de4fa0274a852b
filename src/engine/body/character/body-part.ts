import type { Limb } from '../joints.ts';

/** A part of a person that is drawn as a separate layer. */
export type BodyPart = 'torso' | 'head' | Limb;

/** Number that marks the pixels of each part; 0 marks the background. */
export const ownerOf: Readonly<Record<BodyPart, number>> = {
  torso: 1,
  head: 2,
  leftArm: 3,
  rightArm: 4,
  leftLeg: 5,
  rightLeg: 6,
};
