/** Finds skirts and coats: cloth that hangs over both thighs, and where it ends. */
import { type Limb, limbJoints } from '../joints.ts';
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
/** A hem is looked for so far below a hip; the shin begins at 1. */
const LOWEST = 1.8;
/** Half a leg is no thinner than this (torsos), wherever its bone was found. */
const MIN_WIDTH = 0.1;
/** A hem is lost within so much of the thigh. */
const DROP = 0.15;
/** What ends higher is a shirt, or shorts. */
const MIN_HEM = 0.36;
/** The hem of a skirt whose end is not seen. */
const USUAL_HEM = 0.75;

/** How far down the leg (1 at the knee, 2 at the ankle) a skirt ends; null where each leg has cloth of its own. */
export function findHem(
  view: PersonView,
  torso: TorsoFrame,
  lines: Readonly<Record<Limb, LimbLine>>,
): number | null {
  const flared = findFlare(view, torso, lines);
  if (flared === null && !hangsBetween(view, lines)) {
    return null;
  }
  return Math.max(flared ?? 0, findGap(view, lines) ?? flared ?? USUAL_HEM);
}

/** Where the legs come apart under a skirt; null where they stand too close for that to be seen. */
function findGap(view: PersonView, lines: Readonly<Record<Limb, LimbLine>>): number | null {
  const apart = (lines.leftLeg.radii[1] + lines.rightLeg.radii[1]) * APART;
  for (let down = MIN_HEM; down <= LOWEST; down += STEP) {
    const [leftX, leftY] = placeOn(view, 'left', down);
    const [rightX, rightY] = placeOn(view, 'right', down);
    const isApart = Math.hypot(leftX - rightX, leftY - rightY) >= apart;
    if (isApart && !isPersonAt(view, (leftX + rightX) / 2, (leftY + rightY) / 2)) {
      return down;
    }
  }
  return null;
}

/** A place on a leg: 0 at its hip, 1 at the knee, 2 at the ankle. */
function placeOn(
  { joints }: PersonView,
  side: 'left' | 'right',
  down: number,
): readonly [number, number] {
  const leg = limbJoints[side === 'left' ? 'leftLeg' : 'rightLeg'];
  const bone = down > 1 ? 1 : 0;
  const [fromX, fromY] = jointAt(joints, leg[bone]);
  const [toX, toY] = jointAt(joints, leg[bone + 1]);
  return [fromX + (toX - fromX) * (down - bone), fromY + (toY - fromY) * (down - bone)];
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
    const ratio = widths[at] / Math.max(torso.length * MIN_WIDTH, widths[at + span]);
    if (ratio > best) {
      [best, hem] = [ratio, at];
    }
  }
  const down = FIRST + (hem + span / 2) * STEP;
  return hem < 0 || down < MIN_HEM ? null : Math.min(LAST, down);
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
