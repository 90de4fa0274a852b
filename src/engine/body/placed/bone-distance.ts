import { clamp } from '../../vision/math.ts';
import type { Point } from '../../pixels/fill-polygon.ts';
import {
  isArm,
  isInsideImage,
  listLimbPoints,
  measureLimb,
  type LimbLine,
} from '../character/limb-line.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  toNeckSpace,
  toTorsoFrame,
} from '../character/torso-frame.ts';
import { type Limb, limbs } from '../joints.ts';

/**
 * Half widths of limbs in torso lengths: upper bone, lower bone, hand or foot. They are a compromise, because drawn
 * limbs may be thinner or wider than those of people.
 */
const ARM_RADII = [0.15, 0.12, 0.15];
const LEG_RADII = [0.22, 0.17, 0.16];
/** Index of the bone of hands and feet, and the distance that is added beside it, in half widths. */
const TIP = 2;
const TIP_DOUBT = 0.35;
/** Half width and half height of a head around the middle of its face, in neck lengths. */
const HEAD = { aside: 0.95, up: 1.05 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Creates a function that returns the distance of a point from the bones of a body, in half widths of its parts: 1 is
 * about the outline.
 */
export function createBoneDistance(
  joints: Float32Array,
  size: Size,
): (x: number, y: number) => number {
  const torso = toTorsoFrame(joints);
  const lines = limbs.map((limb): LimbLine => ({
    points: listShownPoints(joints, limb, size),
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
      // The ends of fingers and toes are guesses.
      const doubt = measured.bone === TIP ? TIP_DOUBT : 0;
      min = Math.min(min, measured.distance + doubt);
    }
    return min;
  };
}

/**
 * Returns the points of a limb up to the first joint on the edge of the image. Hidden joints are set on the edge, so
 * that lines to them are not bones.
 */
function listShownPoints(joints: Float32Array, limb: Limb, size: Size): readonly Point[] {
  const points = listLimbPoints(joints, limb);
  const hidden = [1, 2].find((index) => !isInsideImage(points[index], size));
  if (hidden === undefined) {
    return points;
  }
  const [x, y] = points[hidden];
  // Legs that the lower edge cuts off are visible down to it.
  const isCutOff = !isArm(limb) && x > 0 && x < size.width && y > 0;
  return points.slice(0, isCutOff ? hidden + 1 : hidden);
}
