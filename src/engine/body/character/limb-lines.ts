import type { Point } from '../../pixels/fill-polygon.ts';
import { medianOf } from '../../vision/math.ts';
import { forEachLimb, type Limb, torsoLengthOf } from '../joints.ts';
import { centreArms } from './centre-arms.ts';
import { isArm, type LimbLine, limbPointsOf } from './limb-line.ts';
import type { PersonView } from './person-view.ts';

/** Half widths of limbs that nothing tells, in torso lengths: upper and lower bone, hand or foot. */
const ARM_RADII = [0.145, 0.11, 0.13];
const LEG_RADII = [0.24, 0.17, 0.14];
/** Clothes are wider than that by this much at most, and limbs thinner. */
const MAX = 1.7;
const MIN = 0.55;
/** Limbs that lie on the body have no outline; what is thicker would take cloth of it along. */
const maxInProfile = [0.72, 0.72, MIN];
const HAND = 2;
/** A hand has a thumb beside it: it is no thinner than this, in torso lengths. */
const MIN_HAND = 0.094;
/** A limb that touches something seems wide; the other side, which is alike, tells up to this factor. */
const ALIKE = 1.3;

/**
 * The lines of all limbs of a person where the picture shows them, and as wide. From the side (`isProfile`) arms and legs lie over
 * each other and the torso, so that outlines say nothing of their width.
 */
export function measureLimbLines(
  view: PersonView,
  isProfile = false,
): Readonly<Record<Limb, LimbLine>> {
  const torso = torsoLengthOf(view.joints);
  const arms = centreArms(view);
  const points = {
    ...arms,
    leftLeg: limbPointsOf(view.joints, 'leftLeg'),
    rightLeg: limbPointsOf(view.joints, 'rightLeg'),
  };
  const radii = forEachLimb((limb) =>
    measureRadii(view, points[limb], {
      usual: isArm(limb) ? ARM_RADII : LEG_RADII,
      torso,
      maxOfUsual: isProfile ? maxInProfile : [MAX, MAX, MAX],
    }),
  );
  for (const [left, right] of [
    ['leftArm', 'rightArm'],
    ['leftLeg', 'rightLeg'],
  ] as const) {
    for (let bone = 0; bone < radii[left].length; bone += 1) {
      const max = Math.min(radii[left][bone], radii[right][bone]) * ALIKE;
      radii[left][bone] = Math.min(radii[left][bone], max);
      radii[right][bone] = Math.min(radii[right][bone], max);
    }
  }
  for (const arm of isProfile ? [] : (['leftArm', 'rightArm'] as const)) {
    radii[arm][HAND] = Math.max(radii[arm][HAND], MIN_HAND * torso);
  }
  return forEachLimb((limb) => ({ points: points[limb], radii: radii[limb] }));
}

/** Whether a place is the person. */
export function isPersonAt({ width, height, person }: PersonView, x: number, y: number): boolean {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return (
    column >= 0 && row >= 0 && column < width && row < height && person[row * width + column] > 0.5
  );
}

function measureRadii(
  view: PersonView,
  points: readonly Point[],
  {
    usual: usuals,
    torso,
    maxOfUsual,
  }: {
    readonly usual: readonly number[];
    readonly torso: number;
    readonly maxOfUsual: readonly number[];
  },
): number[] {
  return usuals.map((usual, bone) => {
    const [fromX, fromY] = points[bone];
    const [toX, toY] = points[bone + 1];
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const [normalX, normalY] = [-(toY - fromY) / length, (toX - fromX) / length];
    const max = usual * torso * (maxOfUsual[bone] ?? MAX);
    const widths: number[] = [];
    for (let step = 0.2; step <= 0.81; step += 0.1) {
      const x = fromX + (toX - fromX) * step;
      const y = fromY + (toY - fromY) * step;
      if (isPersonAt(view, x, y)) {
        const reach = (sign: number): number => {
          let far = 0;
          while (
            far < max &&
            isPersonAt(view, x + sign * normalX * far, y + sign * normalY * far)
          ) {
            far += 1;
          }
          return far;
        };
        // The freer side ends at the outline, the other one where it touches something.
        widths.push(Math.min(reach(1), reach(-1)));
      }
    }
    const middle = medianOf(widths, usual * torso);
    return Math.max(usual * torso * MIN, Math.min(max, middle));
  });
}
