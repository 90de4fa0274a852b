/** Divides a person into torso, head and limbs: every pixel has one owner. */
import { type Limb, limbs } from '../joints.ts';
import { cleanOwners } from './clean-owners.ts';
import { findHem } from './find-hem.ts';
import { ownerOf } from './body-part.ts';
import { cutLimb } from './cut-limb.ts';
import { isArm, type LimbLine, measureLimb } from './limb-line.ts';
import type { PartLabels } from './part-labels.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, findThroatColour, isLikeSkin } from './skin-colour.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  isInHead,
  type TorsoFrame,
} from './torso-frame.ts';

/** Who owns every pixel of a person. */
export interface DividedBody {
  readonly owners: Uint8Array;
  /** Whether a skirt or coat hangs over both legs. */
  readonly hasSkirt: boolean;
}

/** From here on a pixel has an owner. */
const PERSON = 0.04;
/** Legs begin so far down the thigh, with a skirt at its hem. */
const LEG_FROM = 0.16;
const LOWEST_ROOT = 0.95;
/** What lies so many half widths outside the torso and beyond an arm, or below the hips, belongs to a limb that is near. */
const TORSO_REACH = 1.12;
const BELOW_HIPS = -0.06;
const ARM_REACH = 2.6;
const LEG_REACH = 9;
/** Hands have no wide sleeves: beyond so many half widths lies the hem that they rest on. */
const HAND_REACH = 1.05;
const HAND_BONE = 2;
/** A hand of which less has the colour of the throat wears a glove. */
const MIN_BARE = 0.25;

/** Divides a person; limbs that are not `shown` stay with the torso. */
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
    /** What another network says of every pixel of the view. */
    readonly labels?: PartLabels | null | undefined;
    /** Whether the person is seen from the side, their hands on their hips. */
    readonly isProfile?: boolean | undefined;
  },
): DividedBody {
  const owners = Uint8Array.from(view.person, (value) => (value > PERSON ? ownerOf.torso : 0));
  const hem = shown.leftLeg && shown.rightLeg ? findHem(view, torso, lines) : null;
  const hasSkirt = hem !== null;
  // Hands on hips belong to arms: legs first.
  const cut = limbs.toReversed().filter((limb) => shown[limb]);
  const bare = new Map<Limb, readonly boolean[]>();
  for (const limb of cut) {
    const line = isArm(limb)
      ? lines[limb]
      : lowerRoot(lines[limb], Math.min(LOWEST_ROOT, hem ?? LEG_FROM));
    const isBare = cutLimb({ view, torso, limb, line, labels }, (index) => {
      owners[index] = owners[index] > 0 ? ownerOf[limb] : 0;
    });
    bare.set(limb, isBare);
  }
  if (isProfile) {
    releaseCloth(owners, view, { lines, arms: cut.filter(isArm) });
  }
  assignRest(owners, view, { torso, lines, cut, hasSkirt, bare });
  if (hem !== null) {
    closeSkirt(owners, view, lines, hem);
  }
  cleanOwners(owners, view, { torso, lines });
  return { owners, hasSkirt };
}

function lowerRoot({ points, radii }: LimbLine, fraction: number): LimbLine {
  const [[x, y], [toX, toY]] = points;
  return {
    points: [[x + (toX - x) * fraction, y + (toY - y) * fraction], ...points.slice(1)],
    radii,
  };
}

/** Gives back what bare hands took of the cloth that they hang before: it has another colour than the throat. */
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

/** What of legs lies above the hem is skirt: the cut follows colours, and would tear it. */
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
      const thigh = partAlong(hip, knee, x, y);
      const down = thigh < 1 ? thigh : 1 + Math.max(0, partAlong(knee, ankle, x, y));
      owners[index] = down < hem ? ownerOf.torso : owner;
    }
  }
}

/** Where a place lies along a bone: 0 at its beginning, 1 at its end. */
function partAlong(
  [fromX, fromY]: readonly number[],
  [toX, toY]: readonly number[],
  x: number,
  y: number,
): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  return ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
}

/** Wide sleeves and trousers: what lies outside the torso and no cut reached goes to the nearest limb. */
function assignRest(
  owners: Uint8Array,
  view: PersonView,
  {
    torso,
    lines,
    cut,
    hasSkirt,
    bare,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly cut: readonly Limb[];
    readonly hasSkirt: boolean;
    /** Bones of limbs that are bare: cloth beside them is no sleeve. */
    readonly bare: ReadonlyMap<Limb, readonly boolean[]>;
  },
): void {
  const { width, colours } = view;
  const skin = findFaceColour(view);
  const arms = cut.filter(isArm);
  const legs = cut.filter((limb) => !isArm(limb));
  for (let index = 0; index < owners.length; index += 1) {
    const [x, y] = [index % width, Math.floor(index / width)];
    if (owners[index] !== ownerOf.torso || isInHead(torso, x, y)) {
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
      const isFrill =
        bare.get(limb)?.[bone] === true &&
        !isLikeSkin(skin, colours[index * 3], colours[index * 3 + 1], colours[index * 3 + 2]);
      if (!isBelow && isFrill) {
        continue;
      }
      // Between an arm and the torso the cut knows better.
      const isInner = !isBelow && isInsideOf(torso, lines[limb], x, y);
      if (distance < min && !isInner) {
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

/** Whether a place lies on that side of an arm on which the torso is. */
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
