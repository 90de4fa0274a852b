/**
 * Separates the skin of a face from hair and background over its texture: colours are learned from the middle of the
 * face and from its surroundings, and the texture is divided by a minimum cut.
 */
import { boxBlur } from '../../vision/box-blur.ts';
import {
  fitGaussianMixture,
  type GaussianMixture,
  type ColourSamples,
} from '../../vision/gaussian-mixture.ts';
import { collectColours, measureEdgeCosts, toCutCost } from '../../vision/cut-costs.ts';
import { cutGrid } from '../../vision/min-cut.ts';
import { fillHoles } from '../../vision/regions.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { smoothstep } from '../../vision/math.ts';
import { browTop, fillOutline, toPoint, type TextureLayout } from './texture-layout.ts';

/** Evidence about a texture. */
export interface SkinEvidence {
  readonly layout: TextureLayout;
  /** Visibility of each pixel in the photo, 0..1. */
  readonly seen: Float32Array;
  /** Mask of brows, eyes and lips, 0..1, which belong to the face in any colour. */
  readonly features: Float32Array;
  /** Colours beside and above the face. */
  readonly surroundings: ColourSamples;
}

/** Side length of the grid that is cut, in pixels. */
const CUT_SIZE = 128;
/** Maximum cost of a colour, and the cost of a cut between two equal pixels. */
const MAX_NATS = 5;
const EDGE_COST = 40;
const SEED_COST = 100_000;
/** Density among the colours of skin from which a colour in the surroundings is skin: ears, neck. */
const LIKE_SKIN = 2e-5;
const ROUNDS = 3;
/** Density among the colours of skin below which a colour on the forehead is thin hair over skin. */
const STRANGE_DENSITY = 2e-7;

/** Middle of the face, which hair hardly covers: from between the brows to the inner cheeks and the nose. */
const CORE = [9, 336, 417, 465, 348, 266, 426, 391, 164, 165, 206, 36, 119, 245, 193, 107];
/** Mouth and chin, where a beard grows. */
const CHIN = [
  164, 391, 426, 410, 287, 273, 335, 406, 313, 200, 83, 182, 106, 43, 57, 186, 206, 165,
];
/**
 * Half the width of the middle of a chin, as a fraction of the texture, and the light of that middle relative to the
 * face above, below which it has a beard.
 */
const CHIN_MIDDLE = 0.08;
const BEARD_LIGHT = 0.75;
/**
 * Distance inwards from the outline, as a fraction of the texture, over which the prior probability of skin rises.
 * Below the nose of a bearded face it is smaller, as beards look like hair.
 */
const SKIN_DEPTH = 0.16;
const BEARD_DEPTH = 0.05;
/** Lowest point of the nose. */
const NOSE_END = 2;

/** Skin of a face in its texture. */
export interface FoundSkin {
  /** Mask of skin and features of the face, 0..1. */
  readonly skin: Float32Array<ArrayBuffer>;
  /** True when the face has a beard or a shaded chin. */
  readonly isBearded: boolean;
}

/** Finds the skin and the features of a face. */
export function findSkin(planes: ColourPlanes, evidence: SkinEvidence): FoundSkin {
  const { layout, features, surroundings } = evidence;
  const factor = layout.size / CUT_SIZE;
  const reduce = (plane: Float32Array): Float32Array => reducePlane(plane, layout.size, factor);
  const colours = new Float32Array(CUT_SIZE * CUT_SIZE * 3);
  [planes.red, planes.green, planes.blue].map(reduce).forEach((plane, channel) => {
    plane.forEach((value, index) => {
      colours[index * 3 + channel] = value;
    });
  });
  const view: CutView = {
    colours,
    seen: reduce(evidence.seen),
    features: reduce(features),
    core: reduce(outlinePart(layout, CORE)),
    chin: reduce(outlinePart(layout, CHIN)),
    inside: distanceInside(layout, factor),
    noseEnd: toPoint(layout, NOSE_END)[1] / factor,
    browTop: browTop(layout) / factor,
  };
  let skin = view.core.map((value, index) => (value > 0.5 && view.features[index] < 0.2 ? 1 : 0));
  const beard = fitGaussianMixture(
    collectColours(view.colours, (index) => view.chin[index] > 0.5 && isPlain(view, index)),
  );
  const isBearded = looksBearded(view);
  const lowDepth = isBearded ? BEARD_DEPTH : SKIN_DEPTH;
  let part: Uint8Array = new Uint8Array(CUT_SIZE * CUT_SIZE);
  let others = surroundings;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ofSkin = fitGaussianMixture(
      collectColours(view.colours, (index) => skin[index] === 1 && isPlain(view, index)),
    );
    others = round === 0 ? dropSkin(surroundings, ofSkin) : others;
    part = cutSkin(view, {
      ofSkin,
      beard,
      lowDepth,
      others: fitGaussianMixture(others),
      count: others.count,
    });
    skin = Float32Array.from(part);
  }
  // Outside of the outline nothing is classified; the mask is 1 there, so that the outline is not taken for an edge of
  // hair.
  const whole = part.map((value, index) => (view.inside[index] < 0 ? 1 : value));
  return { skin: enlarge(whole, layout.size, factor), isBearded };
}

interface CutView {
  readonly colours: Float32Array;
  readonly seen: Float32Array;
  readonly features: Float32Array;
  readonly core: Float32Array;
  readonly chin: Float32Array;
  /** Distance inwards from the outline, as a fraction of the texture; below 0 outside. */
  readonly inside: Float32Array;
  readonly noseEnd: number;
  readonly browTop: number;
}

/**
 * Returns whether a pixel shows skin: it is visible, not a feature, and not on the forehead, where thin hair would be
 * learned.
 */
function isPlain({ features, seen, browTop: top }: CutView, index: number): boolean {
  return features[index] < 0.2 && seen[index] > 0.3 && index / CUT_SIZE > top;
}

/** Returns whether the middle of the chin is darker than the face above. */
function looksBearded(view: CutView): boolean {
  const { colours, chin, core, noseEnd } = view;
  const isBelow = (index: number): boolean => index / CUT_SIZE > noseEnd;
  const isMiddle = (index: number): boolean =>
    Math.abs((index % CUT_SIZE) / CUT_SIZE - 0.5) < CHIN_MIDDLE;
  const below = collectColours(
    colours,
    (index) => chin[index] > 0.5 && isBelow(index) && isMiddle(index) && isPlain(view, index),
  );
  const above = collectColours(
    colours,
    (index) => core[index] > 0.5 && !isBelow(index) && isPlain(view, index),
  );
  return meanGreen(below) < BEARD_LIGHT * meanGreen(above);
}

function meanGreen({ colours, count }: ColourSamples): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    sum += colours[index * 3 + 1];
  }
  return sum / Math.max(1, count);
}

function cutSkin(
  view: CutView,
  {
    ofSkin,
    beard,
    lowDepth,
    others,
    count: otherCount,
  }: {
    readonly ofSkin: GaussianMixture;
    readonly beard: GaussianMixture;
    readonly lowDepth: number;
    readonly others: GaussianMixture;
    readonly count: number;
  },
): Uint8Array {
  const count = CUT_SIZE * CUT_SIZE;
  const inside = new Int32Array(count);
  const outside = new Int32Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = index * 3;
    const [red, green, blue] = [view.colours[at], view.colours[at + 1], view.colours[at + 2]];
    const row = Math.floor(index / CUT_SIZE);
    const isLow = row > view.noseEnd;
    const skin = Math.max(
      ofSkin.densityOf(red, green, blue),
      isLow ? beard.densityOf(red, green, blue) : 0,
    );
    const strands = row < view.browTop ? STRANGE_DENSITY : 0;
    const other = strands + (otherCount < 16 ? 0 : others.densityOf(red, green, blue));
    const prior = 0.5 + 0.45 * smoothstep(0, isLow ? lowDepth : SKIN_DEPTH, view.inside[index]);
    const weight = view.seen[index] > 0.05 ? 1 : 0;
    const isSkin = (skin * prior) / (skin * prior + other * (1 - prior));
    inside[index] = toCutCost(isSkin, MAX_NATS) * weight;
    outside[index] = toCutCost(1 - isSkin, MAX_NATS) * weight;
    if (view.core[index] > 0.5 || view.features[index] > 0.6 || view.chin[index] > 0.5) {
      outside[index] = SEED_COST;
    } else if (view.inside[index] < -0.01) {
      inside[index] = SEED_COST;
      outside[index] = 0;
    }
  }
  const cut = cutGrid({
    width: CUT_SIZE,
    height: CUT_SIZE,
    inside,
    outside,
    edges: measureEdgeCosts(view.colours, {
      size: CUT_SIZE,
      equal: EDGE_COST,
      min: 1,
      mask: view.inside,
    }),
  });
  return fillHoles(cut, CUT_SIZE);
}

function dropSkin({ colours, count }: ColourSamples, skin: GaussianMixture): ColourSamples {
  const members: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const [red, green, blue] = colours.subarray(index * 3, index * 3 + 3);
    if (skin.densityOf(red, green, blue) < LIKE_SKIN) {
      members.push(red, green, blue);
    }
  }
  return { colours: Float32Array.from(members), count: members.length / 3 };
}

function outlinePart(layout: TextureLayout, outline: readonly number[]): Float32Array {
  const part = new Float32Array(layout.size * layout.size);
  fillOutline(part, layout, { outline, value: 1 });
  return part;
}

/** Returns the distance of every grid pixel inwards from the outline of the face. */
function distanceInside(layout: TextureLayout, factor: number): Float32Array {
  const corners = FACE_OVAL.map((point) => toPoint(layout, point));
  const face = reducePlane(outlinePart(layout, FACE_OVAL), layout.size, factor);
  return face.map((value, index) => {
    const x = ((index % CUT_SIZE) + 0.5) * factor;
    const y = (Math.floor(index / CUT_SIZE) + 0.5) * factor;
    let nearest = Number.POSITIVE_INFINITY;
    corners.forEach(([ax, ay], at) => {
      const [bx, by] = corners[(at + 1) % corners.length];
      const along =
        ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
      const t = Math.max(0, Math.min(1, along));
      nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
    });
    return (value > 0.5 ? nearest : -nearest) / layout.size;
  });
}

function reducePlane(plane: Float32Array, size: number, factor: number): Float32Array {
  const reduced = new Float32Array(CUT_SIZE * CUT_SIZE);
  for (let index = 0; index < plane.length; index += 1) {
    const row = Math.floor(Math.floor(index / size) / factor);
    reduced[row * CUT_SIZE + Math.floor((index % size) / factor)] += plane[index] / factor ** 2;
  }
  return reduced;
}

function enlarge(part: Uint8Array, size: number, factor: number): Float32Array<ArrayBuffer> {
  const whole = Float32Array.from({ length: size * size }, (_, index) => {
    const row = Math.floor(Math.floor(index / size) / factor);
    return part[row * CUT_SIZE + Math.floor((index % size) / factor)];
  });
  boxBlur(whole, size, Math.round(factor));
  return whole;
}
