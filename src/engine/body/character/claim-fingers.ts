/** Gives fingers that lie on trousers or a coat to their hand: the cut trusts places more than colours. */
import { computeMedian } from '../../vision/math.ts';
import { selectConnected } from '../../vision/regions.ts';
import type { Limb } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { type LimbLine, measureLimb } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, isLikeSkin } from './skin-colour.ts';

const HAND = 2;
/**
 * Distances from the line of a hand in half widths: of its core, of its fingers, and up to which skin is followed. Skin
 * that goes on beyond the fingers is a bare leg or waist.
 */
const CORE = 0.5;
const REACH = 1.7;
const FOLLOWED = 2.1;
/** Maximum fraction of the skin that goes on. */
const MAX_BEYOND = 0.02;
/** Minimum fraction of a hand's pixels that are skin; gloves and sleeves have less. */
const MIN_BARE = 0.5;
/** Maximum area of the fingers relative to the hand. */
const MAX_FINGERS = 0.6;
/** Maximum difference of a hand from the face in red and green chromaticity; it may be in another light. */
const MAX_APART = 0.07;

/** Changes the owners of skin beside bare hands. */
export function claimFingers(
  owners: Uint8Array,
  view: PersonView,
  {
    lines,
    arms,
  }: { readonly lines: Readonly<Record<Limb, LimbLine>>; readonly arms: readonly Limb[] },
): void {
  for (const arm of arms) {
    const distance = measureHand(view, lines[arm]);
    const code = ownerOf[arm];
    const hand = [...distance.keys()].filter((index) => owners[index] === code);
    const isSkin = createSkinTest(
      view,
      hand.filter((index) => (distance.get(index) ?? FOLLOWED) < CORE),
    );
    const skin = hand.filter(isSkin);
    if (skin.length > hand.length * MIN_BARE) {
      const near = new Uint8Array(owners.length);
      for (const index of distance.keys()) {
        near[index] = owners[index] !== ownerOf.head && isSkin(index) ? 1 : 0;
      }
      const isHandSkin = (index: number): boolean => owners[index] === code;
      const connected = selectConnected(near, view.width, isHandSkin);
      const fingers = [...distance.keys()].filter(
        (index) => connected[index] === 1 && !isHandSkin(index),
      );
      const beyond = fingers.filter((index) => (distance.get(index) ?? 0) > REACH).length;
      const isHand =
        fingers.length < hand.length * MAX_FINGERS && beyond <= fingers.length * MAX_BEYOND;
      for (const index of isHand ? fingers : []) {
        owners[index] = code;
      }
    }
  }
}

/** Returns the distance of the pixels of a person from the line of a hand, for those near it; in half widths. */
function measureHand({ width, person }: PersonView, line: LimbLine): ReadonlyMap<number, number> {
  const near = new Map<number, number>();
  const measured = { distance: 0, bone: 0 };
  for (let index = 0; index < person.length; index += 1) {
    if (person[index] > 0.5) {
      measureLimb(measured, line, index % width, Math.floor(index / width));
      if (measured.bone === HAND && measured.distance < FOLLOWED) {
        near.set(index, measured.distance);
      }
    }
  }
  return near;
}

/** Returns whether pixels have the colour of the face or, if that is the hue of skin, of the core of a hand. */
function createSkinTest(view: PersonView, core: readonly number[]): (index: number) => boolean {
  const { colours } = view;
  const face = findFaceColour(view);
  const median = (channel: number): number =>
    computeMedian(
      core.map((index) => colours[index * 3 + channel]),
      0,
    );
  const hand = [median(0), median(1), median(2)] as const;
  const [[handRed, handGreen], [faceRed, faceGreen]] = [computeHue(hand), computeHue(face)];
  const isHandSkin = Math.hypot(handRed - faceRed, handGreen - faceGreen) < MAX_APART;
  return (index) => {
    const [red, green, blue] = colours.subarray(index * 3, index * 3 + 3);
    return isLikeSkin(face, red, green, blue) || (isHandSkin && isLikeSkin(hand, red, green, blue));
  };
}

function computeHue([red, green, blue]: ReturnType<typeof findFaceColour>): readonly [
  red: number,
  green: number,
] {
  const sum = red + green + blue + 1;
  return [red / sum, green / sum];
}
