/** Finds skirts and coats: cloth that hangs over both thighs, and where it ends. */
import { joint, type Limb } from '../joints.ts';
import { distanceToLimb, jointAt, type LimbLine } from './limb-line.ts';
import { isPersonAt } from './limb-lines.ts';
import type { PersonView } from './person-view.ts';
import type { TorsoFrame } from './torso-frame.ts';

/** Places down the thigh that are looked at. */
const [FIRST, LAST, STEP] = [0.15, 0.95, 0.05];
/** Legs stand apart when their bones do by this many half widths. */
const APART = 1.15;
/** Where they do, this part of what is between them is cloth in a skirt. */
const FULL = 0.85;
/** A skirt that flares is so much wider than the legs below its hem. */
const FLARED = 1.9;
/** Half a leg is no thinner than this (torsos), wherever its bone was found. */
const LEAST_WIDTH = 0.1;
/** A hem is lost within so much of the thigh. */
const DROP = 0.15;
/** What ends higher is a shirt, or shorts. */
const LEAST_HEM = 0.36;
/** The hem of a skirt whose end is not seen. */
const USUAL_HEM = 0.75;

/** How far down the thigh (1 at the knee) a skirt ends; null where each leg has cloth of its own. */
export function findHem(
  view: PersonView,
  torso: TorsoFrame,
  lines: Readonly<Record<Limb, LimbLine>>,
): number | null {
  const flared = findFlare(view, torso, lines);
  return flared ?? (hangsBetween(view, lines) ? USUAL_HEM : null);
}

/** A place between a hip and its knee. */
function placeOn(
  { joints }: PersonView,
  side: 'left' | 'right',
  down: number,
): readonly [number, number] {
  const [hip, knee] =
    side === 'left' ? [joint.leftHip, joint.leftKnee] : [joint.rightHip, joint.rightKnee];
  const [fromX, fromY] = jointAt(joints, hip);
  const [toX, toY] = jointAt(joints, knee);
  return [fromX + (toX - fromX) * down, fromY + (toY - fromY) * down];
}

/** Whether there is cloth between the thighs where they stand apart. */
function hangsBetween(view: PersonView, lines: Readonly<Record<Limb, LimbLine>>): boolean {
  const apart = (lines.leftLeg.radii[0] + lines.rightLeg.radii[0]) * APART;
  let [full, count] = [0, 0];
  for (let down = 0.55; down <= 0.86; down += STEP) {
    const [leftX, leftY] = placeOn(view, 'left', down);
    const [rightX, rightY] = placeOn(view, 'right', down);
    if (Math.hypot(leftX - rightX, leftY - rightY) >= apart) {
      for (let across = 0.35; across <= 0.66; across += 0.1) {
        const [x, y] = [leftX + (rightX - leftX) * across, leftY + (rightY - leftY) * across];
        count += 1;
        full += isPersonAt(view, x, y) ? 1 : 0;
      }
    }
  }
  return count > 4 && full / count > FULL;
}

/** Where the outline steps in on both sides, from a width that no leg has. */
function findFlare(
  view: PersonView,
  torso: TorsoFrame,
  lines: Readonly<Record<Limb, LimbLine>>,
): number | null {
  const widths: number[] = [];
  for (let down = FIRST; down <= LAST; down += STEP) {
    // The side of a thigh that nothing hides tells; hands and their arms are not cloth.
    widths.push(
      Math.min(
        reachOut(view, torso, { lines, down, side: 'left' }),
        reachOut(view, torso, { lines, down, side: 'right' }),
      ),
    );
  }
  const span = Math.round(DROP / STEP);
  let [best, hem] = [FLARED, -1];
  for (let at = 0; at + span < widths.length; at += 1) {
    const ratio = widths[at] / Math.max(torso.length * LEAST_WIDTH, widths[at + span]);
    if (ratio > best) {
      [best, hem] = [ratio, at];
    }
  }
  const down = FIRST + (hem + span / 2) * STEP;
  return hem < 0 || down < LEAST_HEM ? null : Math.min(LAST, down);
}

/** How far the person goes on outwards of a thigh, in pixels. */
function reachOut(
  view: PersonView,
  torso: TorsoFrame,
  {
    lines,
    down,
    side,
  }: {
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly down: number;
    readonly side: 'left' | 'right';
  },
): number {
  const [x, y] = placeOn(view, side, down);
  const [otherX, otherY] = placeOn(view, side === 'left' ? 'right' : 'left', down);
  const length = Math.hypot(x - otherX, y - otherY) || 1;
  const [outX, outY] = [(x - otherX) / length, (y - otherY) / length];
  const arm = lines[side === 'left' ? 'leftArm' : 'rightArm'];
  let far = 0;
  while (
    far < torso.length &&
    isPersonAt(view, x + outX * far, y + outY * far) &&
    distanceToLimb(arm, x + outX * far, y + outY * far) > 1
  ) {
    far += 1;
  }
  return far;
}
