/** Measures by which a cut of hair is judged. */
import { boxBlur } from '../../vision/box-blur.ts';
import { toLab } from '../../vision/lab.ts';
import { distanceTo } from '../../vision/regions.ts';
import { VIEW_SCALE, VIEW_SIZE } from '../../head/head-view.ts';
import type { HairCut } from './cut-hair.ts';
import type { HairView } from './hair-colours.ts';
import { VIEW_COUNT } from './hair-zones.ts';

/** Measures of a cut. */
export interface HairMeasures {
  /** Fraction of the crown that is in the image, and fraction of that which is hair, 0..1. */
  readonly shownCrown: number;
  readonly covered: number;
  /** Turn of the head to a side in radians. */
  readonly turned: number;
  /** Mean CIE L*a*b* of the hair. */
  readonly lab: readonly [lightness: number, a: number, b: number];
  /** Difference of hair from skin, and of hair beside the face from hair above it (CIE76). */
  readonly fromSkin: number;
  readonly sideFromTop: number;
  /** Fractions of the outline at which colours on both sides differ by less than `WEAK` and `WEAKEST`. */
  readonly weak: number;
  readonly weakest: number;
  /** Pixels near the hair that resemble it and are left out, as a fraction of the hair. */
  readonly missed: number;
  /** Mean difference of lightness between neighbouring strands. */
  readonly texture: number;
  /** Hair below the chin as a fraction of all of the person there. */
  readonly ofBody: number;
  /** Hair beside the face: pixels on the larger side, and the smaller side as a fraction of it. */
  readonly beside: number;
  readonly symmetry: number;
}

/** Differences of colour (CIE76) below which an outline is weak. */
const WEAK = 14;
const WEAKEST = 8;

/** Measures a cut. */
export function measureHair(searched: HairView, cut: HairCut): HairMeasures {
  const { view, zones, person } = searched;
  const { hair } = cut;
  const { landmarks } = view;
  const middle = landmarks[9 * 3];
  const besideTop = zones.forehead + 3 * VIEW_SCALE;
  const counts = { hair: 0, crown: 0, covered: 0, below: 0, hairBelow: 0, left: 0, right: 0 };
  for (let row = 0, index = 0; row < VIEW_SIZE; row += 1) {
    for (let column = 0; column < VIEW_SIZE; column += 1, index += 1) {
      const own = hair[index];
      counts.hair += own;
      counts.crown += zones.crown[index];
      counts.covered += zones.crown[index] & own;
      if (row > zones.chin && person[index] > 0.6 && view.isInImage[index] === 1) {
        counts.below += 1;
        counts.hairBelow += own;
      }
      if (row > besideTop && row < zones.chin + 3 * VIEW_SCALE) {
        counts[column < middle ? 'left' : 'right'] += own;
      }
    }
  }
  const lab = findMean(view.colours, (index) => hair[index] === 1);
  const skin = findMean(view.colours, (index) => zones.cheeks[index] === 1);
  const rowOf = (index: number): number => Math.floor(index / VIEW_SIZE);
  const top = findMean(view.colours, (index) => hair[index] === 1 && rowOf(index) < zones.forehead);
  const side = findMean(
    view.colours,
    (index) => hair[index] === 1 && rowOf(index) > besideTop && rowOf(index) < zones.mouth,
  );
  const beside = Math.max(counts.left, counts.right);
  return {
    shownCrown: zones.shownCrown,
    covered: counts.covered / Math.max(1, counts.crown),
    turned: Math.abs(view.pose.yaw),
    lab: lab ?? [0, 0, 0],
    fromSkin: differ(lab, skin),
    sideFromTop: differ(top, side),
    ...measureOutline(searched, hair),
    missed: countMissed(searched, cut) / Math.max(1, counts.hair),
    texture: measureTexture(view.colours, hair),
    ofBody: counts.hairBelow / Math.max(1, counts.below),
    beside,
    symmetry: Math.min(counts.left, counts.right) / Math.max(1, beside),
  };
}

type Lab = readonly [lightness: number, a: number, b: number];

/** Minimum number of pixels of a mean colour. */
const MIN_MEMBERS = 30;

/** Returns the mean colour of some pixels; null for too few. */
function findMean(colours: Float32Array, isMember: (index: number) => boolean): Lab | null {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    if (isMember(index)) {
      red += colours[index * 3];
      green += colours[index * 3 + 1];
      blue += colours[index * 3 + 2];
      count += 1;
    }
  }
  return count < MIN_MEMBERS ? null : toLab(red / count, green / count, blue / count);
}

function differ(one: Lab | null, other: Lab | null): number {
  return one === null || other === null
    ? 0
    : Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** Radius in centimetres around a place of the outline in which the colours of both sides are averaged. */
const SIDE_CM = 0.6;

function measureOutline(
  { view }: HairView,
  hair: Uint8Array,
): { readonly weak: number; readonly weakest: number } {
  const { colours, isInImage } = view;
  const rest = hair.map((value, index) => (value === 1 ? 0 : isInImage[index]));
  const [within, around] = [averageNear(colours, hair), averageNear(colours, rest)];
  const steps = [-1, 1, -VIEW_SIZE, VIEW_SIZE];
  let [outline, weak, weakest] = [1e-6, 0, 0];
  for (let index = VIEW_SIZE; index < VIEW_COUNT - VIEW_SIZE; index += 1) {
    if (hair[index] === 1 && steps.some((step) => rest[index + step] === 1)) {
      const difference = differ(readLab(within, index), readLab(around, index));
      outline += 1;
      weak += difference < WEAK ? 1 : 0;
      weakest += difference < WEAKEST ? 1 : 0;
    }
  }
  return { weak: weak / outline, weakest: weakest / outline };
}

function readLab(planes: readonly Float32Array[], index: number): Lab {
  return toLab(planes[0][index], planes[1][index], planes[2][index]);
}

/** Returns the mean colour of the members near each pixel, as planes. */
function averageNear(colours: Float32Array, members: Uint8Array): readonly Float32Array[] {
  const radius = Math.round(SIDE_CM * VIEW_SCALE);
  const weights = Float32Array.from(members);
  boxBlur(weights, VIEW_SIZE, radius);
  return [0, 1, 2].map((channel) => {
    const plane = new Float32Array(VIEW_COUNT);
    for (let index = 0; index < VIEW_COUNT; index += 1) {
      plane[index] = members[index] * colours[index * 3 + channel];
    }
    boxBlur(plane, VIEW_SIZE, radius);
    for (let index = 0; index < VIEW_COUNT; index += 1) {
      plane[index] /= weights[index] + 1e-4;
    }
    return plane;
  });
}

/** Distance in centimetres from the hair within which what resembles it is likely a part of it. */
const NEAR_CM = 8;

/** Counts pixels near the hair that look like it; beards do not count. */
function countMissed({ view, zones }: HairView, { hair, probability }: HairCut): number {
  const reach = distanceTo(hair, VIEW_SIZE);
  let count = 0;
  for (let row = 0, index = 0; row < VIEW_SIZE; row += 1) {
    const isNearMouth = row > zones.mouth - 3 * VIEW_SCALE && row < zones.chin + 5 * VIEW_SCALE;
    for (let column = 0; column < VIEW_SIZE; column += 1, index += 1) {
      const isBeard = isNearMouth && Math.abs(column - zones.neck) < 5 * VIEW_SCALE;
      if (
        hair[index] === 0 &&
        view.face[index] === 0 &&
        view.otherFaces[index] === 0 &&
        reach[index] > 1 &&
        reach[index] < NEAR_CM * VIEW_SCALE &&
        !isBeard
      ) {
        count += probability[index] > 0.5 ? 1 : 0;
      }
    }
  }
  return count;
}

/** Distance in pixels of the view from the outline at which hair is only hair. */
const INNER = 5;

/** Returns the mean difference of lightness (0..100) from the neighbourhood within the hair. */
function measureTexture(colours: Float32Array, hair: Uint8Array): number {
  const lightness = new Float32Array(VIEW_COUNT);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    const at = index * 3;
    lightness[index] = toLab(colours[at], colours[at + 1], colours[at + 2])[0];
  }
  const smooth = lightness.slice();
  boxBlur(smooth, VIEW_SIZE, 2);
  const depth = distanceTo(
    hair.map((value) => 1 - value),
    VIEW_SIZE,
  );
  let [sum, count] = [0, 1e-6];
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    if (depth[index] > INNER) {
      sum += Math.abs(lightness[index] - smooth[index]);
      count += 1;
    }
  }
  return sum / count;
}
