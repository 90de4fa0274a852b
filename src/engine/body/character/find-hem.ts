/** Finds skirts and coats: cloth that hangs over both thighs, and its hem. */
import { type ColourSamples, fitGaussianMixture } from '../../vision/gaussian-mixture.ts';
import { type Limb, limbJoints } from '../joints.ts';
import { distanceToLimb, jointAt, type LimbLine } from './limb-line.ts';
import { isPersonAt } from './limb-lines.ts';
import type { PersonView } from './person-view.ts';
import type { TorsoFrame } from './torso-frame.ts';

/** Positions along the thigh that are measured, 0 at the hip and 1 at the knee. */
const [FIRST, LAST, STEP] = [0.15, 0.95, 0.05];
/** Minimum distance of the bones of legs that stand apart, relative to the sum of their half widths. */
const APART = 1.15;
/** Minimum fraction of the points between them that a skirt covers. */
const FULL = 0.85;
/** Minimum ratio of the width above the hem of a flared skirt to that of the legs below. */
const FLARED = 1.9;
/**
 * Minimum of this ratio on either side of a hem that is higher on one side, and the maximum difference of its positions
 * along the thighs.
 */
const [FLARED_SIDE, MAX_TILT] = [1.5, 0.25] as const;
/** Lowest position of a hem along a leg: 0 is the hip, 1 the knee, 2 the ankle. */
const LOWEST = 1.8;
/** Minimum half width of a leg in torso lengths; its bone may be off the middle. */
const MIN_WIDTH = 0.1;
/** Distance along the thigh within which the width drops at a hem. */
const DROP = 0.15;
/** Highest position of a hem; shirts and shorts end higher. */
const MIN_HEM = 0.36;
/** Position of a hem that is not visible. */
const USUAL_HEM = 0.75;
/**
 * Position from which on cloth is sampled, and length below the gap between the legs in which their colours are sampled;
 * minimum number of samples, and number across a leg, over this fraction of its half width.
 */
const [HIPS, BELOW_GAP] = [0, 0.3] as const;
const [MIN_SAMPLES, ACROSS, INNER] = [24, 9, 0.5] as const;
/** Minimum fraction of the samples of cloth and of legs that their colours classify correctly. */
const DISTINCT = 0.85;

/**
 * Returns the position of the hem of a skirt (0 at the hip, 1 at the knee, 2 at the ankle); null if each leg has its
 * own cloth.
 */
export function findHem(
  view: PersonView,
  torso: TorsoFrame,
  lines: Readonly<Record<Limb, LimbLine>>,
): number | null {
  const flared = findFlare(view, torso, lines);
  if (flared === null && !hangsBetween(view, lines)) {
    return null;
  }
  const gap = findGap(view, lines);
  if (gap === null || gap <= (flared ?? 0)) {
    return flared ?? USUAL_HEM;
  }
  // Thighs that touch hide the ground between them: the legs begin where their colours do.
  return findLegColours(view, lines, { from: flared, gap }) ?? gap;
}

/**
 * Returns the position from which on both legs have the colours that they have below the gap between them, and not those
 * of the cloth above `from`, the end of a flare; null if the colours are alike, or the cloth reaches down to the gap.
 */
function findLegColours(
  view: PersonView,
  lines: Readonly<Record<Limb, LimbLine>>,
  { from: flared, gap }: { readonly from: number | null; readonly gap: number },
): number | null {
  const from = flared ?? MIN_HEM;
  const sample = (start: number, end: number): ColourSamples =>
    toSamples(listPlaces(start, end).flatMap((down) => sampleLegs(view, lines, down)));
  const [cloth, legs] = [sample(HIPS, from - STEP), sample(gap, gap + BELOW_GAP)];
  if (cloth.count < MIN_SAMPLES || legs.count < MIN_SAMPLES) {
    return null;
  }
  const [clothColours, legColours] = [fitGaussianMixture(cloth), fitGaussianMixture(legs)];
  const countLegs = (colours: readonly (readonly [number, number, number])[]): number =>
    colours.filter((colour) => legColours.densityOf(...colour) > clothColours.densityOf(...colour))
      .length / Math.max(1, colours.length);
  const listOf = ({ colours, count }: ColourSamples) =>
    Array.from({ length: count }, (_, at) => readColour(colours, at * 3));
  if (countLegs(listOf(cloth)) > 1 - DISTINCT || countLegs(listOf(legs)) < DISTINCT) {
    return null;
  }
  const places = listPlaces(from, gap);
  const shares = places.map((down) => countLegs(sampleLegs(view, lines, down)));
  let [best, least] = [shares.length, shares.reduce((sum, share) => sum + share, 0)];
  let wrong = least;
  for (let at = shares.length - 1; at >= 0; at -= 1) {
    wrong += 1 - 2 * shares[at];
    if (wrong < least) {
      [best, least] = [at, wrong];
    }
  }
  // Without a flare, what ends above the first place is a shirt or jumper over a skirt in the colour of the legs.
  return flared === null && best === 0 ? null : (places[best] ?? null);
}

function listPlaces(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.round((to - from) / STEP)) }, (_, at) => {
    return from + at * STEP;
  });
}

/** Returns the colours across the inner half of both legs at a position. */
function sampleLegs(
  view: PersonView,
  lines: Readonly<Record<Limb, LimbLine>>,
  down: number,
): readonly (readonly [number, number, number])[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const [x, y] = placeOn(view, side, down);
    const half = lines[`${side}Leg`].radii[down > 1 ? 1 : 0] * INNER;
    return Array.from({ length: ACROSS }, (_, at) => x + half * ((2 * at) / (ACROSS - 1) - 1))
      .filter((column) => isPersonAt(view, column, y))
      .map((column) =>
        readColour(view.colours, (Math.floor(y) * view.width + Math.floor(column)) * 3),
      );
  });
}

function readColour(colours: Float32Array, at: number): readonly [number, number, number] {
  return [colours[at], colours[at + 1], colours[at + 2]];
}

function toSamples(colours: readonly (readonly [number, number, number])[]): ColourSamples {
  return { colours: Float32Array.from(colours.flat()), count: colours.length };
}

/**
 * Returns the position below which the ground shows between the legs; null if they stand too close, or cloth fills the
 * gap.
 */
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

/** Returns the point at a position on a leg: 0 at the hip, 1 at the knee, 2 at the ankle. */
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

/** Returns whether cloth fills the space between thighs that stand apart. */
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

/** Returns the position where the outline steps in on both sides from a width that no leg has; null if it does not. */
function findFlare(
  view: PersonView,
  torso: TorsoFrame,
  lines: Readonly<Record<Limb, LimbLine>>,
): number | null {
  const measure = (side: 'left' | 'right'): readonly number[] =>
    Array.from({ length: Math.floor((LAST - FIRST) / STEP + 1e-6) + 1 }, (_, at) =>
      reachOut(view, torso, { lines, down: FIRST + at * STEP, side }),
    );
  const [left, right] = [measure('left'), measure('right')];
  // The narrower side counts, because hands and arms widen the other one.
  const level = findStep(
    left.map((width, at) => Math.min(width, right[at])),
    torso,
  );
  const hem = level.ratio > FLARED ? level.down : findTilted(left, right, torso);
  return hem === null || hem < MIN_HEM ? null : Math.min(LAST, hem);
}

/** Returns the higher side of a hem that is higher on one side; null if both sides do not step in enough. */
function findTilted(
  left: readonly number[],
  right: readonly number[],
  torso: TorsoFrame,
): number | null {
  const [one, other] = [findStep(left, torso), findStep(right, torso)];
  const isFlared =
    Math.min(one.ratio, other.ratio) > FLARED_SIDE && one.ratio * other.ratio > FLARED ** 2;
  const sides = [one.edge, other.edge];
  return isFlared && Math.max(...sides) - Math.min(...sides) < MAX_TILT ? Math.min(...sides) : null;
}

interface Step {
  /** Middle of the positions between which the widths drop most, and the place of the steepest drop between them. */
  readonly down: number;
  readonly edge: number;
  /** Ratio of the width before to the one behind. */
  readonly ratio: number;
}

/** Returns where widths along the thighs drop most. */
function findStep(widths: readonly number[], torso: TorsoFrame): Step {
  const span = Math.round(DROP / STEP);
  let best: Step = { down: 0, edge: 0, ratio: 0 };
  for (let at = 0; at + span < widths.length; at += 1) {
    const ratio = widths[at] / Math.max(torso.length * MIN_WIDTH, widths[at + span]);
    if (ratio > best.ratio) {
      const drops = Array.from({ length: span }, (_, on) => widths[at + on] - widths[at + on + 1]);
      const steepest = at + drops.indexOf(Math.max(...drops)) + 0.5;
      best = { down: FIRST + (at + span / 2) * STEP, edge: FIRST + steepest * STEP, ratio };
    }
  }
  return best;
}

/** Returns the distance from the bone of a thigh outwards to the outline or an arm, in pixels. */
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
