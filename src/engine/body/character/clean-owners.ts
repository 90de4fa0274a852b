import { distanceTo, selectBroad } from '../../vision/regions.ts';
import { joint, limbs } from '../joints.ts';
import type { Limb } from '../joints.ts';
import { type OwningPart, ownerOf } from './body-part.ts';
import { distanceToLimb, isArm, type LimbLine, jointAt } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { asideInTorso, heightInTorso, type TorsoFrame } from './torso-frame.ts';

/**
 * Regions thinner than this (torso lengths) are slivers: of torso and head, of a leg, and of an arm with its fingers.
 */
const BODY_SLIVER = 0.045;
const LEG_SLIVER = 0.036;
const ARM_SLIVER = 0.02;
/**
 * Width in torso lengths of the rim of an arm that may have other colours, the shade of fingers on cloth; and its
 * minimum in pixels.
 */
const RIM = 0.015;
const MIN_RIM = 1.5;
/** Limbs grow from pixels nearer to their bones than this, in half widths. */
const CORE = 0.45;

/** Gives crumbs and slivers that the cuts left over to the neighbouring part. */
export function cleanOwners(
  owners: Uint8Array,
  view: PersonView,
  {
    torso,
    lines,
    hasSkirt,
    isForeign = () => false,
  }: {
    readonly torso: TorsoFrame;
    readonly lines: Readonly<Record<Limb, LimbLine>>;
    readonly hasSkirt: boolean;
    /** Returns whether a pixel cannot belong to an arm by its colour; absent if all can. */
    readonly isForeign?: ((limb: Limb, index: number) => boolean) | undefined;
  },
): void {
  const { width, joints } = view;
  const [noseX, noseY] = jointAt(joints, joint.nose);
  const near = (x: number, y: number, reach: number) => (index: number) =>
    Math.hypot((index % width) - x, Math.floor(index / width) - y) < reach * torso.length;
  const middle = {
    x: torso.hips.x + torso.up.x * torso.length * 0.5,
    y: torso.hips.y + torso.up.y * torso.length * 0.5,
  };
  const kept = new Uint8Array(owners.length);
  const keep = (part: OwningPart, sliver: number, isRoot: (index: number) => boolean): void => {
    const code = ownerOf[part];
    const own = owners.map((owner) => (owner === code ? 1 : 0));
    if (own.includes(1)) {
      const radius = Math.max(1.5, torso.length * sliver);
      const broad = selectBroad(own, width, { radius, isRoot });
      for (let index = 0; index < kept.length; index += 1) {
        kept[index] = broad[index] === 1 ? code : kept[index];
      }
    }
  };
  // Arms before the body may separate a skirt, or trousers that the image cuts off, from the chest.
  const isWhole = hasSkirt || !owners.some(isLegOwner);
  const isBelowChest = (x: number, y: number): boolean => {
    const height = heightInTorso(torso, x, y);
    const isMiddle = height < 0.5 && Math.abs(asideInTorso(torso, x, y)) < torso.hipHalf;
    return isMiddle || (hasSkirt && height < 0);
  };
  const isChest = near(middle.x, middle.y, 0.35);
  const isRoot = (index: number): boolean =>
    isChest(index) || (isWhole && isBelowChest(index % width, Math.floor(index / width)));
  keep('torso', BODY_SLIVER, isRoot);
  keep('head', BODY_SLIVER, near(noseX, noseY, 0.12));
  for (const limb of limbs) {
    const core = { ...lines[limb], radii: lines[limb].radii.map((radius) => radius * CORE) };
    keep(limb, isArm(limb) ? ARM_SLIVER : LEG_SLIVER, (index) => {
      return distanceToLimb(core, index % width, Math.floor(index / width)) < 1;
    });
  }
  const reach = Math.max(MIN_RIM, RIM * torso.length);
  const rims = new Map<number, { readonly limb: Limb; readonly away: Float32Array }>(
    limbs.filter(isArm).map((limb) => {
      const own = kept.map((owner) => (owner === ownerOf[limb] ? 1 : 0));
      return [ownerOf[limb], { limb, away: distanceTo(own, width) }];
    }),
  );
  spread(kept, owners, width, (owner, index) => {
    const rim = rims.get(owner);
    return rim === undefined || rim.away[index] < reach || !isForeign(rim.limb, index);
  });
  // What only a limb of another colour surrounds is something that the limb wears.
  spread(kept, owners, width, () => true);
  owners.set(kept);
}

function isLegOwner(owner: number): boolean {
  return owner === ownerOf.leftLeg || owner === ownerOf.rightLeg;
}

/** Gives pixels of the person that lost their owner the owner of their nearest neighbour. */
function spread(
  kept: Uint8Array,
  owners: Uint8Array,
  width: number,
  canOwn: (owner: number, index: number) => boolean,
): void {
  const queue = new Int32Array(kept.length);
  let [head, tail] = [0, 0];
  for (let index = 0; index < kept.length; index += 1) {
    if (kept[index] > 0) {
      queue[tail] = index;
      tail += 1;
    }
  }
  while (head < tail) {
    const index = queue[head];
    head += 1;
    const column = index % width;
    for (const next of [
      column > 0 ? index - 1 : -1,
      column < width - 1 ? index + 1 : -1,
      index - width,
      index + width,
    ]) {
      if (
        next >= 0 &&
        next < kept.length &&
        kept[next] === 0 &&
        owners[next] > 0 &&
        canOwn(kept[index], next)
      ) {
        kept[next] = kept[index];
        queue[tail] = next;
        tail += 1;
      }
    }
  }
}
