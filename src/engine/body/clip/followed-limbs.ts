import type { BodyCharacter } from '../character/body-character.ts';
import { findHiddenHands } from '../character/find-hidden-hands.ts';
import { findTouchingArms } from '../character/find-touching-arms.ts';
import { type Limb, limbs } from '../joints.ts';

/** Limbs of a character that follow the driver, and those whose look is guessed in part. */
export interface FollowedLimbs {
  readonly limbs: readonly Limb[];
  /** Followed arms whose hand the still does not show. */
  readonly hiddenHands: readonly Limb[];
  /** Followed arms that touch the body in the still. */
  readonly touchingArms: readonly Limb[];
}

/** Lists the limbs that follow a driver. */
export function listFollowedLimbs(
  character: BodyCharacter,
  follows: Readonly<Record<Limb, boolean>>,
): FollowedLimbs {
  return {
    limbs: limbs.filter((limb) => follows[limb]),
    hiddenHands: findHiddenHands(character).filter((arm) => follows[arm]),
    touchingArms: findTouchingArms(character).filter((arm) => follows[arm]),
  };
}
