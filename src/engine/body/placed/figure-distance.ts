import { clamp } from '../../vision/math.ts';
import { isArm, limbPointsOf, measureLimb, type LimbLine } from '../character/limb-line.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  toNeckSpace,
  torsoFrameOf,
} from '../character/torso-frame.ts';
import { limbs } from '../joints.ts';

/** Half widths of limbs, in lengths of the torso: upper and lower bone, hand or foot. Drawn ones are thinner and wider than those of people. */
const ARM_RADII = [0.15, 0.12, 0.15];
const LEG_RADII = [0.22, 0.17, 0.16];
/** The bone of hands and feet, and how much farther off than it seems a place beside it may be. */
const TIP = 2;
const TIP_DOUBT = 0.35;
/** Half width and height of a head around the middle of its face, in lengths of the neck. */
const HEAD = { aside: 0.95, up: 1.05 } as const;

/** Tells how far a place lies from the bones of a figure, in half widths of its parts: 1 is about its outline. */
export function createFigureDistance(joints: Float32Array): (x: number, y: number) => number {
  const torso = torsoFrameOf(joints);
  const lines = limbs.map((limb): LimbLine => ({
    points: limbPointsOf(joints, limb),
    radii: (isArm(limb) ? ARM_RADII : LEG_RADII).map((radius) => radius * torso.length),
  }));
  const measured = { distance: 0, bone: 0 };
  return (x, y) => {
    const height = heightInTorso(torso, x, y);
    const up = clamp(height, 0, 1);
    const half = halfWidthOfTorso(torso, up);
    const beyond = Math.abs(height - up) * torso.length;
    let least = Math.hypot(asideInTorso(torso, x, y), beyond * 1.5) / half;
    const head = toNeckSpace(torso, x, y);
    least = Math.min(least, Math.hypot(head.aside / HEAD.aside, (head.up - 1) / HEAD.up));
    for (const line of lines) {
      measureLimb(measured, line, x, y);
      // Where fingers and toes end is a guess.
      const doubt = measured.bone === TIP ? TIP_DOUBT : 0;
      least = Math.min(least, measured.distance + doubt);
    }
    return least;
  };
}
