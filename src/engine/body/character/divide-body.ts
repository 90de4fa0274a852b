/** Divides a person into torso, head and limbs: every pixel has one owner. */
import { joint, type Limb, limbs } from '../joints.ts';
import { cleanOwners } from './clean-owners.ts';
import { ownerOf } from './body-part.ts';
import { cutLimb } from './cut-limb.ts';
import { distanceToLimb, isArm, type LimbLine, jointAt } from './limb-line.ts';
import { isPersonAt } from './limb-lines.ts';
import type { PersonView } from './person-view.ts';
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
/** Legs begin so far down the thigh, with a skirt below its hem. */
const LEG_FROM = 0.16;
const HEM_FROM = 0.75;
/** What lies so many half widths outside the torso, or below its hips, belongs to a limb that is near. */
const TORSO_REACH = 1.12;
const BELOW_HIPS = -0.06;
const ARM_REACH = 2.6;
const LEG_REACH = 9;

/** Divides a person; limbs that are not `shown` stay with the torso. */
export function divideBody(
  view: PersonView,
  {
    torso,
    lines,
    shown,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly shown: Readonly<Record<Limb, boolean>>;
  },
): DividedBody {
  const owners = Uint8Array.from(view.person, (value) => (value > PERSON ? ownerOf.torso : 0));
  const hasSkirt = shown.leftLeg && shown.rightLeg && findSkirt(view, lines);
  // Hands on hips belong to arms: legs first.
  const cut = limbs.toReversed().filter((limb) => shown[limb]);
  for (const limb of cut) {
    const line = isArm(limb) ? lines[limb] : lowerRoot(lines[limb], hasSkirt ? HEM_FROM : LEG_FROM);
    cutLimb({ view, torso, limb, line }, (index) => {
      owners[index] = owners[index] > 0 ? ownerOf[limb] : 0;
    });
  }
  assignRest(owners, view, { torso, lines, cut, hasSkirt });
  cleanOwners(owners, view, { torso, lines });
  return { owners, hasSkirt };
}

function lowerRoot({ points, radii }: LimbLine, share: number): LimbLine {
  const [[x, y], [toX, toY]] = points;
  return { points: [[x + (toX - x) * share, y + (toY - y) * share], ...points.slice(1)], radii };
}

/** Whether there is cloth between the thighs where they stand apart. */
function findSkirt(view: PersonView, lines: Readonly<Record<Limb, LimbLine>>): boolean {
  const between = (from: number, to: number, down: number): readonly [number, number] => {
    const [fromX, fromY] = jointAt(view.joints, from);
    const [toX, toY] = jointAt(view.joints, to);
    return [fromX + (toX - fromX) * down, fromY + (toY - fromY) * down];
  };
  const apart = (lines.leftLeg.radii[0] + lines.rightLeg.radii[0]) * 1.15;
  let [full, count] = [0, 0];
  for (let down = 0.55; down <= 0.86; down += 0.05) {
    const [leftX, leftY] = between(joint.leftHip, joint.leftKnee, down);
    const [rightX, rightY] = between(joint.rightHip, joint.rightKnee, down);
    if (Math.hypot(leftX - rightX, leftY - rightY) >= apart) {
      for (let across = 0.35; across <= 0.66; across += 0.1) {
        const [x, y] = [leftX + (rightX - leftX) * across, leftY + (rightY - leftY) * across];
        count += 1;
        full += isPersonAt(view, x, y) ? 1 : 0;
      }
    }
  }
  return count > 4 && full / count > 0.85;
}

/** Wide sleeves and trousers: what lies outside the torso and no cut reached goes to the nearest limb. */
function assignRest(
  owners: Uint8Array,
  { width }: PersonView,
  {
    torso,
    lines,
    cut,
    hasSkirt,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly cut: readonly Limb[];
    readonly hasSkirt: boolean;
  },
): void {
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
    let least = isBelow ? LEG_REACH : ARM_REACH;
    for (const limb of isBelow ? legs : arms) {
      const distance = distanceToLimb(lines[limb], x, y);
      if (distance < least) {
        least = distance;
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
