/**
 * Measures the flaws of a swapped head around the face: compares the finished image with the original in the view of
 * the target.
 */
import { collectColours } from '../vision/cut-costs.ts';
import { measureRim } from '../vision/edge-rim.ts';
import { computeMedian } from '../vision/math.ts';
import { fitGaussianMixture, type GaussianMixture } from '../vision/gaussian-mixture.ts';
import { toLab } from '../vision/lab.ts';
import { distanceTo, threshold } from '../vision/regions.ts';
import type { HeadParts } from './head-parts.ts';
import { meanSkin, measureHardness } from './head-tone.ts';
import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';
import type { Plate } from './plate.ts';

/** Flaws of a swapped head; areas in square centimetres of the head, lengths in centimetres, colours in L*a*b*. */
export interface HeadFlaws {
  /** Increase of the skin colour difference between neck and face. */
  readonly neckStep: number;
  /** Area below the chin where a neck has to be and no skin is. */
  readonly neckGap: number;
  /** Length over which the head ends because the photo that it came from ends there. */
  readonly cut: number;
  /** Area of clothes that disappeared, and of clothes that are skin now. */
  readonly lostClothes: number;
  readonly skinOnClothes: number;
  /** Area of the head over the throat: a collar of the source. */
  readonly throat: number;
  /** Area of remaining hair of the old head. */
  readonly remains: number;
  /** Area beside the head where the network detects a person and none should be. */
  readonly ghost: number;
  /** Visible area of neck, shoulders and clothes that had to be synthesised. */
  readonly invented: number;
  /** Length of visible seams around completed areas. */
  readonly seam: number;
  /** Mean light or dark rim of the head against its ground, 0..255. */
  readonly rim: number;
  /** Fraction of the head that is outside of the target's image. */
  readonly unframed: number;
  /** How much harder the light on the face is than before; see {@link measureHardness}. */
  readonly harder: number;
}

/** A finished head swap as seen in the view of its target. */
export interface FinishedHead {
  /** The target before. */
  readonly before: HeadView;
  readonly parts: HeadParts;
  /** Interleaved colours of the same view after, and where the network sees a person in it. */
  readonly after: Float32Array;
  readonly person: Float32Array;
  /** Alpha of the new head, 0..1, and the part of it that faded at the edge of its photo. */
  readonly cover: Float32Array;
  readonly faded: Float32Array;
  readonly plate: Plate;
}

/** A pixel of the view in square centimetres. */
const PIXEL_CM2 = 1 / (VIEW_SCALE * VIEW_SCALE);
const IS_PERSON = 0.7;
const NO_PERSON = 0.35;
/** Range below the chin in which a neck is searched (centimetres), and half its width. */
const NECK_CM = [0.8, 4] as const;
const NECK_HALF_CM = 3;
/** The part of the throat that no hair covers. */
const THROAT_CM = [2.5, 12] as const;
const THROAT_HALF_CM = 4;
/** Width of the visible part of a fade at the edge of a photo. */
const FADE_CM = 1.2;
/** Maximum distance of remains from a head. */
const REMAINS_CM = 3;
/**
 * Minimum density of a colour in the distribution of hair, and its minimum ratio to the density in that of the ground.
 */
const LIKE_HAIR = 3e-6;
const LIKELIER_HAIR = 4;
const BODY_HALF_CM = 13;
/** Maximum distance of a skin colour from the mean skin: darker, lighter, in a*b*. */
const SKIN_DARKER = 34;
const SKIN_LIGHTER = 22;
const SKIN_TINT = 13;
/** Colours that differ by less (0..255) are the same. */
const CHANGED = 36;
/** Minimum visible step between completed and original pixels, and half the width over which it is measured. */
const SEAM_STEP = 34;
const SEAM_HALF = 4;

/** Measures the flaws of a finished head; `pause` is awaited between steps of some tens of milliseconds. */
export async function findHeadFlaws(
  finished: FinishedHead,
  pause: () => Promise<void>,
): Promise<HeadFlaws> {
  const neck = measureNeck(finished);
  const body = measureBody(finished);
  await pause();
  const remains = findRemains(finished);
  await pause();
  return {
    ...neck,
    ...body,
    cut: findCut(finished),
    remains,
    ghost: findGhost(finished),
    invented: findInvented(finished),
    seam: findSeams(finished),
    rim: findRim(finished),
    unframed: findUnframed(finished),
    harder: findHarder(finished),
  };
}

type Lab = readonly [lightness: number, a: number, b: number];

function labAt(colours: Float32Array, index: number): Lab {
  return toLab(colours[index * 3], colours[index * 3 + 1], colours[index * 3 + 2]);
}

function isSkin([lightness, a, b]: Lab, skin: Lab): boolean {
  const darker = skin[0] - lightness;
  return (
    darker < SKIN_DARKER &&
    darker > -SKIN_LIGHTER &&
    // Skin in shadow has less colour.
    Math.hypot(a - skin[1], b - skin[2]) < SKIN_TINT + Math.max(0, darker) * 0.3
  );
}

/** Returns the distance of a pixel below the chin, and beside the middle of the neck, in centimetres. */
function toPosition({ zones }: HeadParts, index: number): { below: number; across: number } {
  return {
    below: (Math.floor(index / VIEW_SIZE) + 0.5 - zones.chin) / VIEW_SCALE,
    across: Math.abs((index % VIEW_SIZE) + 0.5 - zones.neck) / VIEW_SCALE,
  };
}

function measureNeck({
  before,
  parts,
  after,
  cover,
  plate,
}: FinishedHead): Pick<HeadFlaws, 'neckStep' | 'neckGap' | 'throat'> {
  const skinBefore = toLab(...meanSkin(before));
  const skinAfter = toLab(...meanSkin({ ...before, colours: after }));
  const steps: { readonly before: number; readonly after: number }[] = [];
  let gap = 0;
  let throat = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const { below, across } = toPosition(parts, index);
    if (before.isInImage[index] === 0 || below < NECK_CM[0] || across > THROAT_HALF_CM) {
      continue;
    }
    const isHead = cover[index] > 0.5;
    throat += isHead && below > THROAT_CM[0] && below < THROAT_CM[1] ? PIXEL_CM2 : 0;
    if (isHead || below > NECK_CM[1] || across > NECK_HALF_CM) {
      continue;
    }
    const now = labAt(after, index);
    const isCompleted = plate.hole[index] > 0.5;
    gap += isCompleted && !isSkin(now, skinAfter) ? PIXEL_CM2 : 0;
    if (!isCompleted && parts.neck[index] > 0.6) {
      steps.push({
        before: measureDistance(labAt(before.colours, index), skinBefore),
        after: measureDistance(now, skinAfter),
      });
    }
  }
  const median = (values: readonly number[]): number =>
    values.length < 20 ? 0 : computeMedian(values);
  return {
    neckStep: Math.max(
      0,
      median(steps.map((step) => step.after)) - median(steps.map((step) => step.before)),
    ),
    neckGap: gap,
    throat,
  };
}

function measureDistance(one: Lab, other: Lab): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function measureBody({
  before,
  parts,
  after,
  person,
  cover,
}: FinishedHead): Pick<HeadFlaws, 'lostClothes' | 'skinOnClothes'> {
  const skin = toLab(...meanSkin({ ...before, colours: after }));
  let lost = 0;
  let bare = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const isClothes =
      before.isInImage[index] === 1 &&
      parts.head[index] === 0 &&
      parts.person[index] > IS_PERSON &&
      parts.neck[index] < 0.2 &&
      toPosition(parts, index).below > 0;
    if (isClothes && isChanged(before.colours, after, index)) {
      lost += cover[index] < 0.1 && person[index] < NO_PERSON ? PIXEL_CM2 : 0;
      bare += isSkin(labAt(after, index), skin) ? PIXEL_CM2 : 0;
    }
  }
  return { lostClothes: lost, skinOnClothes: bare };
}

function isChanged(before: Float32Array, after: Float32Array, index: number): boolean {
  return measureColourDistance(before, index, after, index) > CHANGED;
}

function measureColourDistance(
  one: Float32Array,
  index: number,
  other: Float32Array,
  otherIndex: number,
): number {
  return Math.hypot(
    one[index * 3] - other[otherIndex * 3],
    one[index * 3 + 1] - other[otherIndex * 3 + 1],
    one[index * 3 + 2] - other[otherIndex * 3 + 2],
  );
}

/** Returns the length of the fade at the edge of the photo: its area divided by its width. */
function findCut({ faded }: FinishedHead): number {
  const area = faded.reduce((sum, value) => sum + (value > 0.3 ? PIXEL_CM2 : 0), 0);
  return area / FADE_CM;
}

/** Finds remaining hair of the old head by its colour, beside the new head or in areas completed from patches of it. */
function findRemains({ before, parts, after, cover, plate }: FinishedHead): number {
  const { colours, isInImage, otherFaces } = before;
  const hair = fit(colours, (index) => parts.head[index] === 1 && parts.skin[index] < 0.3);
  const ground = fit(
    colours,
    (index) => isInImage[index] === 1 && parts.head[index] === 0 && parts.person[index] < 0.2,
  );
  const fromOld = distanceTo(parts.head, VIEW_SIZE);
  let area = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const isNear =
      cover[index] < 0.05 &&
      isInImage[index] === 1 &&
      otherFaces[index] === 0 &&
      toPosition(parts, index).below < 0 &&
      (plate.hole[index] > 0.3 || fromOld[index] < REMAINS_CM * VIEW_SCALE);
    if (isNear) {
      const at = index * 3;
      const [red, green, blue] = [after[at], after[at + 1], after[at + 2]];
      const ofHair = hair.densityOf(red, green, blue);
      const isHair =
        ofHair > LIKE_HAIR && ofHair > LIKELIER_HAIR * ground.densityOf(red, green, blue);
      area += isHair ? PIXEL_CM2 : 0;
    }
  }
  return area;
}

function fit(colours: Float32Array, isMember: (index: number) => boolean): GaussianMixture {
  return fitGaussianMixture(collectColours(colours, isMember));
}

/** Returns the visible area of the body that was synthesised because the old head hid it. */
function findInvented({ parts, cover, plate }: FinishedHead): number {
  let area = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const { below, across } = toPosition(parts, index);
    const isBody = below > -4 && across < BODY_HALF_CM;
    area += isBody ? plate.hole[index] * (1 - cover[index]) * PIXEL_CM2 : 0;
  }
  return area;
}

/** Returns the area beside the head in which the network sees a person and none should be. */
function findGhost({ before, parts, person, cover, plate }: FinishedHead): number {
  const near = distanceTo(threshold(cover, 0.5), VIEW_SIZE);
  let area = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const isGhost =
      near[index] > 1.2 * VIEW_SCALE &&
      (plate.hole[index] > 0.5 || near[index] < REMAINS_CM * VIEW_SCALE) &&
      person[index] > IS_PERSON &&
      before.otherFaces[index] === 0 &&
      before.isInImage[index] === 1 &&
      toPosition(parts, index).below < 0;
    area += isGhost ? PIXEL_CM2 : 0;
  }
  return area;
}

function findSeams({ before, after, cover, plate }: FinishedHead): number {
  let length = 0;
  for (let row = SEAM_HALF; row < VIEW_SIZE - SEAM_HALF; row += 1) {
    for (let column = SEAM_HALF; column < VIEW_SIZE - SEAM_HALF; column += 1) {
      const index = row * VIEW_SIZE + column;
      for (const step of [1, VIEW_SIZE]) {
        const isBorder = plate.hole[index] > 0.5 !== plate.hole[index + step] > 0.5;
        if (!isBorder) {
          continue;
        }
        const one = index - step * (SEAM_HALF - 1);
        const other = index + step * SEAM_HALF;
        const isFree =
          cover[one] < 0.05 &&
          cover[other] < 0.05 &&
          before.isInImage[one] === 1 &&
          before.isInImage[other] === 1;
        // A slanted border is counted in rows and in columns.
        length +=
          isFree && measureColourDistance(after, one, after, other) > SEAM_STEP
            ? 0.75 / VIEW_SCALE
            : 0;
      }
    }
  }
  return length;
}

function findUnframed({ before, parts }: FinishedHead): number {
  let outside = 0;
  let all = 0;
  for (let index = 0; index < before.isInImage.length; index += 1) {
    const { below } = toPosition(parts, index);
    if (parts.zones.skull[index] < 1 || (below > -8 && below < 1 && before.face[index] === 1)) {
      all += 1;
      outside += 1 - before.isInImage[index];
    }
  }
  return outside / all;
}

function findHarder({ before, after }: FinishedHead): number {
  return measureHardness({ ...before, colours: after }) - measureHardness(before);
}

function findRim({ before, parts, after, cover }: FinishedHead): number {
  const luma = Float32Array.from(
    cover,
    (_, index) =>
      0.299 * after[index * 3] + 0.587 * after[index * 3 + 1] + 0.114 * after[index * 3 + 2],
  );
  const { light, dark, count } = measureRim(luma, threshold(cover, 0.5), {
    width: VIEW_SIZE,
    isMeasured: (index) => before.isInImage[index] === 1 && toPosition(parts, index).below < -2,
  });
  return count < 40 ? 0 : Math.max(light, dark);
}
