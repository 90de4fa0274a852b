/**
 * Gives to an arm what its cut left on the body: pieces of a cuff, or the shade between sleeve and side, which would
 * stay in the air when the arm moves away.
 */
import { selectConnected } from '../../vision/regions.ts';
import type { Limb } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { distanceToLimb, type LimbLine } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { asideInTorso, heightInTorso, type TorsoFrame } from './torso-frame.ts';
import { measureSmoothSide, type OwnedView } from './torso-outline.ts';

/** Minimum width of a bump beyond the outline, in torso lengths. */
const BEYOND = 0.012;
/** Reach of an arm's remnants, in its half widths. */
const REACH = 1.8;
/**
 * Maximum distance of colours that are alike (levels), and the minimum fraction of an arm that is like its remnants:
 * anywhere, and close by, which is this far in torso lengths.
 */
const [ALIKE, MIN_ANYWHERE, MIN_CLOSE, CLOSE] = [30, 0.02, 0.1, 0.05] as const;
/** Maximum number of pixels of an arm that are compared. */
const MAX_SAMPLES = 1500;

/** Changes the owners of bumps in the outline of torso and thighs beside an arm. */
export function releaseRemnants(
  owners: Uint8Array,
  view: PersonView,
  {
    torso,
    lines,
    arms,
    hasSkirt,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly arms: readonly Limb[];
    readonly hasSkirt: boolean;
  },
): void {
  const body = { view, torso, owners };
  const sides = [measureSmoothSide(body, -1), measureSmoothSide(body, 1)] as const;
  const isBump = (index: number): boolean => {
    if (!isTrunk(owners[index])) {
      return false;
    }
    const [x, y] = [index % view.width, Math.floor(index / view.width)];
    const height = heightInTorso(torso, x, y);
    // The hem of a skirt is wider than the legs below it.
    if (height > 1 || (hasSkirt && height < 0)) {
      return false;
    }
    const across = asideInTorso(torso, x, y);
    return Math.abs(across) > sides[across < 0 ? 0 : 1](height) + BEYOND * torso.length;
  };
  const bumps = owners.map((_, index) => (isBump(index) ? 1 : 0));
  for (const arm of arms) {
    const code = ownerOf[arm];
    const isLikeArm = createLikenessTest(body, code);
    const isNear = (index: number): boolean =>
      distanceToLimb(lines[arm], index % view.width, Math.floor(index / view.width)) < REACH;
    const mask = owners.map((owner, index) =>
      owner === code || (bumps[index] === 1 && isNear(index) && isLikeArm(index)) ? 1 : 0,
    );
    const connected = selectConnected(mask, view.width, (index) => owners[index] === code);
    for (const [index, value] of connected.entries()) {
      owners[index] = value === 1 ? code : owners[index];
    }
    // The soft rim beyond has the colour of the ground.
    const trunk = owners.map((owner) => (isTrunk(owner) ? 1 : 0));
    const held = selectConnected(trunk, view.width, (index) => bumps[index] === 0);
    for (const [index, value] of trunk.entries()) {
      owners[index] = value > held[index] && isNear(index) ? code : owners[index];
    }
  }
}

function isTrunk(owner: number): boolean {
  return owner === ownerOf.torso || owner === ownerOf.leftLeg || owner === ownerOf.rightLeg;
}

/**
 * Returns whether a pixel has a colour that an arm shows: anywhere, where the arm itself ends inside of the pixel, and
 * close by otherwise. A flap of the shirt beside a bare forearm may have the colour of the sleeve above.
 */
function createLikenessTest(
  { owners, view, torso }: OwnedView,
  code: number,
): (index: number) => boolean {
  const { colours, width, height } = view;
  const own = [...owners.keys()].filter((index) => owners[index] === code);
  const step = Math.max(1, Math.ceil(own.length / MAX_SAMPLES));
  const samples = own.filter((_, at) => at % step === 0);
  const reach = Math.ceil(CLOSE * torso.length);
  const isAlike = (one: number, other: number): boolean =>
    Math.hypot(
      colours[one * 3] - colours[other * 3],
      colours[one * 3 + 1] - colours[other * 3 + 1],
      colours[one * 3 + 2] - colours[other * 3 + 2],
    ) < ALIKE;
  const listClose = (column: number, row: number): readonly number[] => {
    const close: number[] = [];
    for (let y = Math.max(0, row - reach); y <= Math.min(height - 1, row + reach); y += 1) {
      for (let x = Math.max(0, column - reach); x <= Math.min(width - 1, column + reach); x += 1) {
        close.push(...(owners[y * width + x] === code ? [y * width + x] : []));
      }
    }
    return close;
  };
  /** Returns whether the arm is between a pixel and the ground beside the person. */
  const hasArmBeyond = (column: number, row: number): boolean => {
    const sign = asideInTorso(torso, column, row) < 0 ? -1 : 1;
    for (let far = 1; far < torso.length; far += 1) {
      const x = Math.round(column - torso.up.y * sign * far);
      const y = Math.round(row + torso.up.x * sign * far);
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      const owner = isInside ? owners[y * width + x] : 0;
      if (owner === 0 || owner === code) {
        return owner === code;
      }
    }
    return false;
  };
  return (index) => {
    const [column, row] = [index % width, Math.floor(index / width)];
    const isInner = hasArmBeyond(column, row);
    const compared = isInner ? listClose(column, row) : samples;
    const alike = compared.filter((at) => isAlike(index, at)).length;
    return alike > compared.length * (isInner ? MIN_CLOSE : MIN_ANYWHERE);
  };
}
