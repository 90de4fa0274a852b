import { clamp } from '../../vision/math.ts';
import type { Point } from '../../pixels/fill-polygon.ts';
import {
  isArm,
  isInPicture,
  limbPointsOf,
  measureLimb,
  type LimbLine,
} from '../character/limb-line.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  toNeckSpace,
  torsoFrameOf,
} from '../character/torso-frame.ts';
import { type Limb, limbs } from '../joints.ts';

/** Half widths of limbs, in lengths of the torso: upper and lower bone, hand or foot. Drawn ones are thinner and wider than those of people. */
const ARM_RADII = [0.15, 0.12, 0.15];
const LEG_RADII = [0.22, 0.17, 0.16];
/** The bone of hands and feet, and how much farther off than it seems a place beside it may be. */
const TIP = 2;
const TIP_DOUBT = 0.35;
/** Half width and height of a head around the middle of its face, in lengths of the neck. */
const HEAD = { aside: 0.95, up: 1.05 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Measures how far a place lies from the bones of a body that a picture of this size shows, in half widths of its parts: 1 is about
 * its outline.
 */
export function createBoneDistance(
  joints: Float32Array,
  size: Size,
): (x: number, y: number) => number {
  const torso = torsoFrameOf(joints);
  const lines = limbs.map((limb): LimbLine => ({
    points: shownPointsOf(joints, limb, size),
    radii: (isArm(limb) ? ARM_RADII : LEG_RADII).map((radius) => radius * torso.length),
  }));
  const measured = { distance: 0, bone: 0 };
  return (x, y) => {
    const height = heightInTorso(torso, x, y);
    const up = clamp(height, 0, 1);
    const half = halfWidthOfTorso(torso, up);
    const beyond = Math.abs(height - up) * torso.length;
    let min = Math.hypot(asideInTorso(torso, x, y), beyond * 1.5) / half;
    const head = toNeckSpace(torso, x, y);
    min = Math.min(min, Math.hypot(head.aside / HEAD.aside, (head.up - 1) / HEAD.up));
    for (const line of lines) {
      measureLimb(measured, line, x, y);
      // Where fingers and toes end is a guess.
      const doubt = measured.bone === TIP ? TIP_DOUBT : 0;
      min = Math.min(min, measured.distance + doubt);
    }
    return min;
  };
}

/** A limb up to the joint before the first one on the edge of the picture: what is hidden is put there, and no line to it is a bone. */
function shownPointsOf(joints: Float32Array, limb: Limb, size: Size): readonly Point[] {
  const points = limbPointsOf(joints, limb);
  const hidden = [1, 2].find((index) => !isInPicture(points[index], size));
  if (hidden === undefined) {
    return points;
  }
  const [x, y] = points[hidden];
  // The lower edge cuts legs off, which are seen down to it.
  const isCutOff = !isArm(limb) && x > 0 && x < size.width && y > 0;
  return points.slice(0, isCutOff ? hidden + 1 : hidden);
}
