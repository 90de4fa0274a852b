/** Divides a person into torso, head and limbs: every pixel has one owner. */
import { type Limb, limbs, toTorsoLength } from '../joints.ts';
import { claimFingers } from './claim-fingers.ts';
import { cleanOwners } from './clean-owners.ts';
import { findHem } from './find-hem.ts';
import { ownerOf } from './body-part.ts';
import { cutLimb, type LearntLimb } from './cut-limb.ts';
import { distanceToLimb, isArm, type LimbLine, measureLimb } from './limb-line.ts';
import { selectHair } from './loose-hair.ts';
import type { PartLabels } from './part-labels.ts';
import type { PersonView } from './person-view.ts';
import { releaseRemnants } from './release-remnants.ts';
import { findThroatColour, isLikeSkin } from './skin-colour.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  isInHead,
  type TorsoFrame,
} from './torso-frame.ts';

/** The owner of every pixel of a person, as numbered by `ownerOf`. */
export interface DividedBody {
  readonly owners: Uint8Array;
  /** True if a skirt or coat hangs over both legs. */
  readonly hasSkirt: boolean;
  /** 1 for hair of the torso that lies over an arm; null for none. */
  readonly armHair: Uint8Array | null;
  /** 1 for all hair below the head; null for none. */
  readonly hair: Uint8Array | null;
  /** True if the upper arms are bare. */
  readonly isSleeveless: boolean;
}

/** Minimum mask value of pixels that have an owner. */
const PERSON = 0.04;
/**
 * Position along the thigh where a leg begins, 0 at the hip and 1 at the knee, and the maximum where a skirt moves it
 * to its hem.
 */
const LEG_FROM = 0.16;
const LOWEST_ROOT = 0.95;
/**
 * Pixels beyond this many half widths of the torso belong to a near arm, and pixels lower than this (torso lengths from
 * the hips) to a near leg. Arms and legs reach this many of their own half widths.
 */
const TORSO_REACH = 1.12;
const BELOW_HIPS = -0.06;
const ARM_REACH = 2.6;
const LEG_REACH = 9;
/** Reach of a hand in half widths. Hands have no wide sleeves: beyond this is the cloth that they rest on. */
const HAND_REACH = 1.05;
const HAND_BONE = 2;
/** Minimum fraction of a bare hand that has the colour of the throat; with less, the hand wears a glove. */
const MIN_BARE = 0.25;
/**
 * Minimum sum of the distances of a point from both legs where they are beside each other, and the maximum distance from
 * one that touches the other; in half widths.
 */
const [BESIDE, FARTHEST] = [1.2, 2] as const;
/** Distance from the line of an arm within which hair lies over it (half widths), and its minimum in square torsos. */
const HAIR_REACH = 1.25;
const MIN_HAIR = 0.004;
/** Maximum part of an upper arm that hair hides; with more, both move together. */
const MAX_HIDDEN = 0.55;

/** Divides a person. Limbs that are not in `shown` stay with the torso. */
export function divideBody(
  view: PersonView,
  {
    torso,
    lines,
    shown,
    labels = null,
    isProfile = false,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly shown: Readonly<Record<Limb, boolean>>;
    /** Labels of the user's network for every pixel of the view; null without one. */
    readonly labels?: PartLabels | null | undefined;
    /** True if the person is seen from the side, where hands hang before the hips. */
    readonly isProfile?: boolean | undefined;
  },
): DividedBody {
  const owners = Uint8Array.from(view.person, (value) => (value > PERSON ? ownerOf.torso : 0));
  const hem = shown.leftLeg && shown.rightLeg ? findHem(view, torso, lines) : null;
  const hasSkirt = hem !== null;
  const arms = limbs.filter((limb) => isArm(limb) && shown[limb]).toReversed();
  const legs = limbs.filter((limb) => !isArm(limb) && shown[limb]).toReversed();
  const learnt = new Map<Limb, LearntLimb>();
  const cut = (limb: Limb, line: LimbLine, foreign: Uint8Array | null): void => {
    const isLeg = (index: number): boolean =>
      owners[index] === ownerOf.leftLeg || owners[index] === ownerOf.rightLeg;
    const found = cutLimb({ view, torso, limb, line, labels, foreign, isLeg }, (index) => {
      owners[index] = owners[index] > 0 ? ownerOf[limb] : 0;
    });
    learnt.set(limb, found);
  };
  // Legs are cut first, because hands on hips belong to the arms.
  for (const leg of legs) {
    cut(leg, shortenRoot(lines[leg], Math.min(LOWEST_ROOT, hem ?? LEG_FROM)), null);
  }
  if (legs.length === 2 && !isProfile) {
    partLegs(owners, view, lines);
  }
  const hair = isProfile || arms.length === 0 ? null : findHair(view, torso, owners);
  for (const arm of arms) {
    const isFree = hair !== null && hiddenPart(hair, view, lines[arm]) <= MAX_HIDDEN;
    cut(arm, lines[arm], isFree ? hair : null);
  }
  if (isProfile) {
    releaseCloth(owners, view, { lines, arms });
  }
  assignRest(owners, view, { torso, lines, arms, legs, hasSkirt, learnt, hair });
  if (hem !== null) {
    closeSkirt(owners, view, lines, hem);
  }
  const isForeign = (limb: Limb, index: number): boolean =>
    learnt.get(limb)?.isFrill(index) === true;
  cleanOwners(owners, view, { torso, lines, hasSkirt, isForeign });
  claimFingers(owners, view, { lines, arms });
  if (!isProfile) {
    releaseRemnants(owners, view, { torso, lines, arms, hasSkirt });
  }
  const armHair = hair && selectArmHair(hair, owners, view, { lines, arms });
  return { owners, hasSkirt, armHair, hair, isSleeveless: hasBareArm(learnt, hair, view, lines) };
}

/**
 * Divides legs that touch in the middle between them: their colours are alike, and a cut would follow the shade of a
 * knee. Where one leg is before the other, the cut is kept.
 */
function partLegs(
  owners: Uint8Array,
  { width }: PersonView,
  { leftLeg, rightLeg }: Readonly<Record<Limb, LimbLine>>,
): void {
  for (const [index, owner] of owners.entries()) {
    if (owner === ownerOf.leftLeg || owner === ownerOf.rightLeg) {
      const [x, y] = [index % width, Math.floor(index / width)];
      const [left, right] = [distanceToLimb(leftLeg, x, y), distanceToLimb(rightLeg, x, y)];
      if (left + right > BESIDE && Math.max(left, right) < FARTHEST) {
        owners[index] = left < right ? ownerOf.leftLeg : ownerOf.rightLeg;
      }
    }
  }
}

/** Returns 1 for the hair of a person before arms and head are divided from the torso; null for none. */
function findHair(view: PersonView, torso: TorsoFrame, owners: Uint8Array): Uint8Array | null {
  const { width } = view;
  const divided = owners.map((owner, index) =>
    owner === ownerOf.torso && isInHead(torso, index % width, Math.floor(index / width))
      ? ownerOf.head
      : owner,
  );
  return (
    selectHair(view, torso, divided)?.map((value, index) =>
      divided[index] === ownerOf.torso ? value : 0,
    ) ?? null
  );
}

/** Returns the fraction of an upper arm that hair hides. */
function hiddenPart(hair: Uint8Array, { width, person }: PersonView, line: LimbLine): number {
  let [hidden, all] = [0, 0];
  for (let index = 0; index < hair.length; index += 1) {
    if (person[index] > PERSON) {
      measureLimb(measured, line, index % width, Math.floor(index / width));
      if (measured.bone === 0 && measured.distance < 1) {
        hidden += hair[index];
        all += 1;
      }
    }
  }
  return hidden / Math.max(1, all);
}

/** Returns whether the upper arm that hair hides less is bare. */
function hasBareArm(
  learnt: ReadonlyMap<Limb, LearntLimb>,
  hair: Uint8Array | null,
  view: PersonView,
  lines: Readonly<Record<Limb, LimbLine>>,
): boolean {
  const [seen] = [...learnt.keys()]
    .filter(isArm)
    .map((arm) => ({ arm, hidden: hair === null ? 0 : hiddenPart(hair, view, lines[arm]) }))
    .toSorted((a, b) => a.hidden - b.hidden);
  return seen !== undefined && learnt.get(seen.arm)?.isSleeveless === true;
}

/** Returns 1 for the hair that lies over an arm and stays with the torso; null if there is hardly any. */
function selectArmHair(
  hair: Uint8Array,
  owners: Uint8Array,
  { width, joints }: PersonView,
  {
    lines,
    arms,
  }: { readonly lines: Readonly<Record<Limb, LimbLine>>; readonly arms: readonly Limb[] },
): Uint8Array | null {
  const over = hair.map((value, index) => {
    const isOver = (arm: Limb): boolean =>
      distanceToLimb(lines[arm], index % width, Math.floor(index / width)) < HAIR_REACH;
    return value === 1 && owners[index] === ownerOf.torso && arms.some(isOver) ? 1 : 0;
  });
  const area = over.reduce<number>((sum, value) => sum + value, 0);
  return area > MIN_HAIR * toTorsoLength(joints) ** 2 ? over : null;
}

function shortenRoot({ points, radii }: LimbLine, fraction: number): LimbLine {
  const [[x, y], [toX, toY]] = points;
  return {
    points: [[x + (toX - x) * fraction, y + (toY - y) * fraction], ...points.slice(1)],
    radii,
  };
}

/** Returns to the torso the cloth behind bare hands, which differs in colour from the throat. */
function releaseCloth(
  owners: Uint8Array,
  view: PersonView,
  {
    lines,
    arms,
  }: { readonly lines: Readonly<Record<Limb, LimbLine>>; readonly arms: readonly Limb[] },
): void {
  const { width, colours } = view;
  const skin = findThroatColour(view);
  for (const arm of arms) {
    const cloth: number[] = [];
    let count = 0;
    for (const [index, owner] of owners.entries()) {
      if (owner === ownerOf[arm]) {
        measureLimb(measured, lines[arm], index % width, Math.floor(index / width));
        const [red, green, blue] = colours.subarray(index * 3, index * 3 + 3);
        if (measured.bone === HAND_BONE) {
          count += 1;
          cloth.push(...(isLikeSkin(skin, red, green, blue) ? [] : [index]));
        }
      }
    }
    if (cloth.length < count * (1 - MIN_BARE)) {
      for (const index of cloth) {
        owners[index] = ownerOf.torso;
      }
    }
  }
}

/** Gives the pixels of legs above the hem to the skirt; the cut follows colours, and would tear it. */
function closeSkirt(
  owners: Uint8Array,
  { width }: PersonView,
  { leftLeg, rightLeg }: Readonly<Record<Limb, LimbLine>>,
  hem: number,
): void {
  const [hip, knee, ankle] = [0, 1, 2].map((at) => [
    (leftLeg.points[at][0] + rightLeg.points[at][0]) / 2,
    (leftLeg.points[at][1] + rightLeg.points[at][1]) / 2,
  ]);
  for (const [index, owner] of owners.entries()) {
    if (owner === ownerOf.leftLeg || owner === ownerOf.rightLeg) {
      const [x, y] = [index % width, Math.floor(index / width)];
      const thigh = measureFraction(hip, knee, x, y);
      const down = thigh < 1 ? thigh : 1 + Math.max(0, measureFraction(knee, ankle, x, y));
      owners[index] = down < hem ? ownerOf.torso : owner;
    }
  }
}

/** Returns the position of a point along a bone: 0 at its beginning, 1 at its end. */
function measureFraction(
  [fromX, fromY]: readonly number[],
  [toX, toY]: readonly number[],
  x: number,
  y: number,
): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  return ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
}

/** Gives pixels outside of the torso that no cut reached, as of wide sleeves and trousers, to the nearest limb. */
function assignRest(
  owners: Uint8Array,
  view: PersonView,
  {
    torso,
    lines,
    arms,
    legs,
    hasSkirt,
    learnt,
    hair,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly arms: readonly Limb[];
    readonly legs: readonly Limb[];
    readonly hasSkirt: boolean;
    /** Cloth beside bare bones is not a sleeve. */
    readonly learnt: ReadonlyMap<Limb, LearntLimb>;
    readonly hair: Uint8Array | null;
  },
): void {
  const { width } = view;
  for (let index = 0; index < owners.length; index += 1) {
    const [x, y] = [index % width, Math.floor(index / width)];
    if (owners[index] !== ownerOf.torso || hair?.[index] === 1 || isInHead(torso, x, y)) {
      continue;
    }
    const height = heightInTorso(torso, x, y);
    const aside = Math.abs(asideInTorso(torso, x, y)) / halfWidthOfTorso(torso, height);
    const isBelow = height < BELOW_HIPS;
    if (isBelow ? hasSkirt : aside < TORSO_REACH || height > 1.02) {
      continue;
    }
    let min = isBelow ? LEG_REACH : ARM_REACH;
    for (const limb of isBelow ? legs : arms) {
      measureLimb(measured, lines[limb], x, y);
      const { distance, bone } = measured;
      if (!isBelow && bone === HAND_BONE && distance > HAND_REACH) {
        continue;
      }
      // Between an arm and the torso the result of the cut is more reliable.
      const isInner = !isBelow && isInsideOf(torso, lines[limb], x, y);
      if (distance < min && !isInner && learnt.get(limb)?.isFrill(index) !== true) {
        min = distance;
        owners[index] = ownerOf[limb];
      }
    }
  }
  for (let index = 0; index < owners.length; index += 1) {
    const isTorso = owners[index] === ownerOf.torso;
    if (isTorso && isInHead(torso, index % width, Math.floor(index / width))) {
      owners[index] = ownerOf.head;
    }
  }
}

const measured = { distance: 0, bone: 0 };

/** Returns whether a point is on the side of an arm that faces the torso. */
function isInsideOf(torso: TorsoFrame, { points }: LimbLine, x: number, y: number): boolean {
  let [min, aside] = [Number.POSITIVE_INFINITY, 0];
  for (let bone = 0; bone + 1 < points.length; bone += 1) {
    const [fromX, fromY] = points[bone];
    const [dx, dy] = [points[bone + 1][0] - fromX, points[bone + 1][1] - fromY];
    const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
    const at = Math.max(0, Math.min(1, along));
    const [nearX, nearY] = [fromX + dx * at, fromY + dy * at];
    const distance = Math.hypot(x - nearX, y - nearY);
    if (distance < min) {
      min = distance;
      aside = asideInTorso(torso, nearX, nearY);
    }
  }
  return Math.abs(asideInTorso(torso, x, y)) < Math.abs(aside);
}
