import type { BodyPart } from '../character/body-part.ts';
import { joint, JOINT_VALUES, type Limb, limbJoints, toTorsoLength } from '../joints.ts';

/**
 * Depth behind the torso at which an arm is drawn behind it, and below which it returns to the front, in torso lengths
 * (hysteresis).
 */
const BEHIND = { goes: 0.5, stays: 0.25 };
/**
 * The same before the torso, for an arm that is drawn over the hair. An arm that the hair covers in the still stays below
 * it.
 */
const BEFORE = { goes: -0.3, stays: -0.15 };
/** Minimum depth difference at which the legs change their order, in torso lengths. */
const LEGS_APART = 0.12;

/** Decides the drawing order of the parts. */
export interface PartOrder {
  /** Returns the parts of a frame from the farthest to the nearest. */
  update(joints: Float32Array): readonly BodyPart[];
}

/** Orders parts by depth, with hysteresis because depth is noisy. */
export class LayerOrder implements PartOrder {
  readonly #covered: readonly Limb[];
  readonly #behind = new Set<Limb>();
  readonly #before = new Set<Limb>();
  #nearLeg: 'leftLeg' | 'rightLeg' = 'leftLeg';

  /** @param covered arms that hair lies over in the still. */
  constructor(covered: readonly Limb[] = []) {
    this.#covered = covered;
  }

  update(joints: Float32Array): readonly BodyPart[] {
    const depth = (number: number): number => joints[number * JOINT_VALUES + 2];
    const torso =
      (depth(joint.leftShoulder) +
        depth(joint.rightShoulder) +
        depth(joint.leftHip) +
        depth(joint.rightHip)) /
      4;
    const length = toTorsoLength(joints) || 1;
    const depthOf = (limb: Limb): number => {
      const [, middle, end] = limbJoints[limb];
      return ((depth(middle) + depth(end)) / 2 - torso) / length;
    };
    const arms = (['leftArm', 'rightArm'] as const).toSorted((a, b) => depthOf(b) - depthOf(a));
    for (const arm of arms) {
      if (depthOf(arm) > (this.#behind.has(arm) ? BEHIND.stays : BEHIND.goes)) {
        this.#behind.add(arm);
      } else {
        this.#behind.delete(arm);
      }
      if (depthOf(arm) < (this.#before.has(arm) ? BEFORE.stays : BEFORE.goes)) {
        this.#before.add(arm);
      } else {
        this.#before.delete(arm);
      }
    }
    const leftIsNearer = depthOf('rightLeg') - depthOf('leftLeg');
    if (Math.abs(leftIsNearer) > LEGS_APART) {
      this.#nearLeg = leftIsNearer > 0 ? 'leftLeg' : 'rightLeg';
    }
    const farLeg = this.#nearLeg === 'leftLeg' ? 'rightLeg' : 'leftLeg';
    const front = arms.filter((arm) => !this.#behind.has(arm));
    const isOverHair = (arm: Limb): boolean =>
      this.#before.has(arm) && !this.#covered.includes(arm);
    return [
      ...arms.filter((arm) => this.#behind.has(arm)),
      farLeg,
      this.#nearLeg,
      'torso',
      'head',
      ...front.filter((arm) => !isOverHair(arm)),
      'hair',
      ...front.filter(isOverHair),
    ];
  }
}

/** Creates the fixed order of a side view: the near arm is in front and the far arm behind, whatever the depths are. */
export function createProfileOrder(near: 'left' | 'right'): PartOrder {
  const parts: readonly BodyPart[] =
    near === 'left'
      ? ['rightArm', 'rightLeg', 'leftLeg', 'torso', 'head', 'leftArm']
      : ['leftArm', 'leftLeg', 'rightLeg', 'torso', 'head', 'rightArm'];
  return { update: () => parts };
}
