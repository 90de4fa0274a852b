import type { Point } from '../../pixels/fill-polygon.ts';
import { computeMedian } from '../../vision/math.ts';
import { forEachLimb, type Limb, toTorsoLength } from '../joints.ts';
import { centreArms } from './centre-arms.ts';
import { isArm, type LimbLine, listLimbPoints } from './limb-line.ts';
import type { PersonView } from './person-view.ts';

/** Typical half widths of limbs, in torso lengths: upper bone, lower bone, hand or foot. */
const ARM_RADII = [0.145, 0.11, 0.13];
const LEG_RADII = [0.24, 0.17, 0.14];
/** Maximum and minimum half width, relative to the typical one. */
const MAX = 1.7;
const MIN = 0.55;
/**
 * Maximum half widths in side views, relative to the typical ones: limbs in front of the body have no outline, and
 * wider lines would include its clothes.
 */
const maxInProfile = [0.72, 0.72, MIN];
const HAND = 2;
/** Minimum half width of a hand with its thumb, in torso lengths. */
const MIN_HAND = 0.094;
/** Maximum ratio of the half widths of both sides; a limb that touches something seems wider. */
const ALIKE = 1.3;

/**
 * Measures the lines and half widths of all limbs. In side views (`isProfile`) limbs lie over each other and the torso,
 * so that outlines limit their width less.
 */
export function measureLimbLines(
  view: PersonView,
  isProfile = false,
): Readonly<Record<Limb, LimbLine>> {
  const torso = toTorsoLength(view.joints);
  const arms = centreArms(view);
  const points = {
    ...arms,
    leftLeg: listLimbPoints(view.joints, 'leftLeg'),
    rightLeg: listLimbPoints(view.joints, 'rightLeg'),
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

/** Returns whether a point is inside of the view and on the person. */
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
        // The nearer side counts: the other one may continue into something that the limb touches.
        widths.push(Math.min(reach(1), reach(-1)));
      }
    }
    const middle = computeMedian(widths, usual * torso);
    return Math.max(usual * torso * MIN, Math.min(max, middle));
  });
}
