import { distanceTo, threshold } from '../vision/regions.ts';
import type { HeadParts } from './head-parts.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';

/** Maximum distance of a part of the head from the network's person mask, in centimetres, for single hairs. */
const STRAY_CM = 0.4;
const IS_PERSON = 0.75;
/**
 * Extent of a head without hair beside the jaw: distance from the face; and of a beard: distance below the chin and
 * half width, in centimetres.
 */
const JAW_CM = 1;
const BEARD_CM = 2;
const BEARD_HALF_CM = 5;
/**
 * Minimum area of hair beside the jaw (square centimetres), and maximum difference of its mean colour from the hair
 * above (0..255).
 */
const MIN_HAIR_CM2 = 45;
const LIKE_HAIR = 70;
/** Minimum mean width of hair beside the jaw on one side: a collar begins below. */
const MIN_HANGING_CM = 0.8;

/** Returns the parts with a head without foreign pixels: background behind it, or a collar or shadow at the jaw. */
export function trimHead(view: HeadView, parts: HeadParts): HeadParts {
  const head = removeStrays(parts);
  const fromFace = distanceTo(view.face, VIEW_SIZE);
  const isBeside = (index: number): boolean => {
    const row = Math.floor(index / VIEW_SIZE);
    if (head[index] === 0 || row < parts.zones.mouth || fromFace[index] < JAW_CM * VIEW_SCALE) {
      return false;
    }
    const below = (row - parts.zones.chin) / VIEW_SCALE;
    const across = Math.abs((index % VIEW_SIZE) - parts.zones.neck) / VIEW_SCALE;
    return !(below > 0 && below < BEARD_CM && across < BEARD_HALF_CM);
  };
  const isLong = isHair(view, { parts, head, isBeside });
  const hangs = isLong ? measureSides(parts, isBeside) : [0, 0];
  return {
    ...parts,
    head: head.map((value, index) =>
      isBeside(index) && hangs[toSide(index, parts)] < MIN_HANGING_CM ? 0 : value,
    ),
  };
}

/** Returns the side of the neck on which a pixel lies: 0 left, 1 right. */
function toSide(index: number, { zones }: HeadParts): 0 | 1 {
  return index % VIEW_SIZE < zones.neck ? 0 : 1;
}

/** Returns the mean width in centimetres of what lies beside the jaw on each side, between mouth and chin. */
function measureSides(parts: HeadParts, isBeside: (index: number) => boolean): number[] {
  const { mouth, chin } = parts.zones;
  const widths = [0, 0];
  const area = Math.max(1, chin - mouth) * VIEW_SCALE;
  for (let index = 0; index < parts.head.length; index += 1) {
    if (Math.floor(index / VIEW_SIZE) < chin && isBeside(index)) {
      widths[toSide(index, parts)] += 1 / area;
    }
  }
  return widths;
}

function removeStrays({ head, person }: HeadParts): Uint8Array {
  const fromPerson = distanceTo(threshold(person, IS_PERSON), VIEW_SIZE);
  return head.map((value, index) => (fromPerson[index] > STRAY_CM * VIEW_SCALE ? 0 : value));
}

/** Returns whether the area beside the jaw is hair: large enough, and of the colour of the hair above the forehead. */
function isHair(
  { colours, face }: HeadView,
  {
    parts: { skin, zones },
    head,
    isBeside,
  }: {
    readonly parts: HeadParts;
    readonly head: Uint8Array;
    readonly isBeside: (index: number) => boolean;
  },
): boolean {
  const beside = computeMeanColour(colours, (index) => isBeside(index));
  const above = computeMeanColour(
    colours,
    (index) =>
      head[index] === 1 &&
      face[index] === 0 &&
      skin[index] < 0.3 &&
      Math.floor(index / VIEW_SIZE) < zones.forehead,
  );
  const difference = Math.hypot(
    ...beside.mean.map((value, channel) => value - above.mean[channel]),
  );
  return (
    beside.count / (VIEW_SCALE * VIEW_SCALE) > MIN_HAIR_CM2 &&
    above.count > 0 &&
    difference < LIKE_HAIR
  );
}

function computeMeanColour(
  colours: Float32Array,
  isMember: (index: number) => boolean,
): { readonly mean: readonly number[]; readonly count: number } {
  const sums = [0, 0, 0];
  let count = 0;
  for (let index = 0; index < colours.length / 3; index += 1) {
    if (isMember(index)) {
      sums[0] += colours[index * 3];
      sums[1] += colours[index * 3 + 1];
      sums[2] += colours[index * 3 + 2];
      count += 1;
    }
  }
  return { mean: sums.map((sum) => sum / Math.max(1, count)), count };
}
