/** Finds the parts of an arm that show skin: a hand, the forearm below a sleeve, or the whole arm. */
import type { Point } from '../../pixels/fill-polygon.ts';
import type { LimbLine } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { findFaceColour, isLikeSkin } from './skin-colour.ts';

/** Sections of a limb that have colours of their own: both bones, the hand, and the bare end of a covered bone. */
export const sections = { upper: 0, lower: 1, hand: 2, bareEnd: 3 } as const;

/** Fraction of a hand from the wrist on that may be a cuff. */
const CUFF = 0.3;
/** Minimum number of skin-coloured pixels of a bare section. */
const MIN_SAMPLES = 100;
/** Minimum fraction of skin-coloured pixels of a bare forearm, and of a bare hand. */
const BARE = [0.5, 0.3];
/**
 * Minimum fraction of skin beside the upper half of an arm without a sleeve. Other colours on such an arm are hair, or
 * clothes of the body.
 */
const BARE_SHOULDER = 0.45;
/**
 * Number of slices in which the end of a sleeve is searched, and the fractions of skin that the slices before and
 * behind it have at most and at least.
 */
const SLICES = 16;
const [MAX_COVERED, MIN_UNCOVERED] = [0.35, 0.65] as const;
/** Minimum number of slices on each side of the end of a sleeve. */
const MIN_SLICES = 2;

/** Position where a sleeve ends: the index of its last bone, and the fraction of that bone that it covers. */
export interface SleeveEnd {
  readonly bone: number;
  readonly fraction: number;
}

/** Members of each section of an arm, as indices of pixels, after restricting bare sections to skin. */
export interface BareSections {
  readonly members: readonly (readonly number[])[];
  readonly isBare: readonly boolean[];
  /** Null if no sleeve ends between two joints. */
  readonly sleeveEnd: SleeveEnd | null;
  /** True if the hand of a bare forearm shows no skin: it wears a glove, or something is before it. */
  readonly hasCoveredHand: boolean;
  /** True if most of the upper half of the arm is bare, though straps or a short cap may end on it. */
  readonly isSleeveless: boolean;
}

/** Returns the section of an arm at a point whose nearest bone is known. */
export function findArmSection(
  { points }: LimbLine,
  bone: number,
  [x, y]: Point,
  end: SleeveEnd | null = null,
): number {
  const isCuff = bone === sections.hand && alongBone(points, bone, x, y) < CUFF;
  const section = isCuff ? sections.lower : bone;
  const isBareEnd =
    end !== null &&
    section === end.bone &&
    (isCuff || alongBone(points, section, x, y) > end.fraction);
  return isBareEnd ? sections.bareEnd : section;
}

/** Restricts the samples of bare arms and hands to skin: hands rest on cloth, and hair or frills lie on arms. */
export function selectBareSkin(
  view: PersonView,
  [upper = [], ...lower]: readonly (readonly number[])[],
  line: LimbLine,
): BareSections {
  const skin = findFaceColour(view);
  const { colours } = view;
  const isSkin = (index: number): boolean => {
    const at = index * 3;
    return isLikeSkin(skin, colours[at], colours[at + 1], colours[at + 2]);
  };
  let isBare = false;
  const kept = lower.map((members, bone) => {
    const bare = members.filter(isSkin);
    // The hand of a bare forearm is bare too, even where it shows little skin.
    isBare = bare.length > MIN_SAMPLES && (isBare || bare.length > members.length * BARE[bone]);
    return isBare ? bare : members;
  });
  const hasBareForearm = kept[0] !== lower[0];
  const shoulder = upper.filter((index) => isNearRoot(view, line, index));
  const isSleeveless =
    hasBareForearm && shoulder.filter(isSkin).length > shoulder.length * BARE_SHOULDER;
  const members = [isSleeveless ? upper.filter(isSkin) : upper, ...kept];
  // The hand of a small person may be too small to learn its skin, and is not covered for that.
  const hasCoveredHand =
    hasBareForearm &&
    kept[1] === lower[1] &&
    lower[1].filter(isSkin).length <= lower[1].length * BARE[1];
  const seen = [upper, ...lower];
  const isBareBone = members.map((own, bone) => own !== seen[bone]);
  const sleeveEnd = findSleeveEnd(view, line, { members: seen, isBare: isBareBone, isSkin });
  if (sleeveEnd === null) {
    const whole = { members: [...members, []], isBare: [...isBareBone, false] };
    return { ...whole, sleeveEnd, hasCoveredHand, isSleeveless };
  }
  const { bone, fraction } = sleeveEnd;
  const isBeyond = (index: number): boolean => along(view, line, bone, index) > fraction;
  members[bone] = seen[bone].filter((index) => !isBeyond(index));
  isBareBone[bone] = false;
  const bareEnd = seen[bone].filter((index) => isBeyond(index) && isSkin(index));
  return {
    members: [...members, bareEnd],
    isBare: [...isBareBone, true],
    sleeveEnd,
    hasCoveredHand,
    isSleeveless,
  };
}

/** Returns the end of a sleeve on the first bone that is bare, or else on the one before it; null if it is at a joint. */
function findSleeveEnd(
  view: PersonView,
  line: LimbLine,
  {
    members,
    isBare,
    isSkin,
  }: Pick<BareSections, 'members' | 'isBare'> & { readonly isSkin: (index: number) => boolean },
): SleeveEnd | null {
  const first = isBare.indexOf(true);
  for (const bone of [first, first - 1]) {
    const place = (index: number): number => along(view, line, bone, index);
    const fraction =
      bone === sections.upper || bone === sections.lower
        ? findCovered(members[bone], place, isSkin)
        : null;
    if (fraction !== null) {
      return { bone, fraction };
    }
  }
  return null;
}

/** Returns the fraction of a bone that a sleeve covers; null if it covers all of it or nothing. */
function findCovered(
  members: readonly number[],
  place: (index: number) => number,
  isSkin: (index: number) => boolean,
): number | null {
  const counts = new Float64Array(SLICES);
  const skin = new Float64Array(SLICES);
  for (const index of members) {
    const slice = Math.max(0, Math.min(SLICES - 1, Math.floor(place(index) * SLICES)));
    counts[slice] += 1;
    skin[slice] += isSkin(index) ? 1 : 0;
  }
  const sum = (values: Float64Array, from: number, to: number): number =>
    values.subarray(from, to).reduce((total, value) => total + value, 0);
  let best: { slice: number; wrong: number } | null = null;
  for (let slice = MIN_SLICES; slice <= SLICES - MIN_SLICES; slice += 1) {
    const [covered, uncovered] = [sum(counts, 0, slice), sum(counts, slice, SLICES)];
    const [skinBefore, skinBehind] = [sum(skin, 0, slice), sum(skin, slice, SLICES)];
    const isEnd =
      skinBehind > MIN_SAMPLES &&
      skinBefore < covered * MAX_COVERED &&
      skinBehind > uncovered * MIN_UNCOVERED;
    const wrong = skinBefore + uncovered - skinBehind;
    if (isEnd && (best === null || wrong < best.wrong)) {
      best = { slice, wrong };
    }
  }
  return best === null ? null : best.slice / SLICES;
}

/** Returns whether a pixel is beside the upper half of an upper arm; short sleeves cover that half. */
function isNearRoot(view: PersonView, line: LimbLine, index: number): boolean {
  const at = along(view, line, sections.upper, index);
  return at > 0.15 && at < 0.5;
}

function along({ width }: PersonView, { points }: LimbLine, bone: number, index: number): number {
  return alongBone(points, bone, index % width, Math.floor(index / width));
}

/** Returns the position of a point along a bone: 0 at its beginning, 1 at its end. */
function alongBone(points: readonly Point[], bone: number, x: number, y: number): number {
  const [fromX, fromY] = points[bone];
  const [dx, dy] = [points[bone + 1][0] - fromX, points[bone + 1][1] - fromY];
  return ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
}
