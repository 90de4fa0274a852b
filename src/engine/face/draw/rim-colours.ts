/**
 * Estimates the colour of skin at every point of a face, and that of occluders at its rim: hair, leaves, a scarf. Skin
 * is followed from the middle of the face outwards: it darkens slowly, also in the shade of a cap, but it ends abruptly
 * at an occluder.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { createPointMixture } from '../../pixels/mix-points.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  MESH_POINT_COUNT,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { clamp, mean, smoothingFactor, smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { orderMesh } from '../shape/mesh-order.ts';
import { squareInTexture } from '../shape/texture-distance.ts';
import { type Occluders, setOccluders } from './occluders.ts';
import { createOccluderMemory, type OccluderMemory } from './occluder-meter.ts';
import { readFrameColour } from './read-frame-colour.ts';
import { createShadeMeter } from './shaded-skin.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

/** State of the surroundings of one face. */
export interface RimMemory {
  /**
   * Sums of luma, both chromas and weights for every point of the outline, averaged over time. Weights grow with the
   * difference from skin.
   */
  readonly around: Float32Array;
  /** Certainty that the dark colour of each mesh point is skin in shade, 0..1, averaged over time. */
  readonly shade: Float32Array;
  readonly occluder: OccluderMemory;
  /** Resulting colours. */
  readonly colours: RimColours;
}

/** Colours of a face per mesh point. */
export interface RimColours extends Occluders {
  /** Bare skin, also where it is hidden. */
  readonly skin: SkinColours;
  /** Certainty that skin is visible, 0..1. */
  readonly bare: Float32Array;
  /** Colour of an occluder that hangs over the rim or stands there. */
  readonly front: SkinColours;
  /** Luma above black of the skin in the middle of the face, and of the chin. */
  middle: number;
  chin: number;
  /** Certainty that each whole temple is hidden, 0..1; first the temple with the lower x in the texture. */
  readonly hiddenTemples: [number, number];
}

/** Face in a frame. */
export interface RimView {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point in the frame. */
  readonly mesh: Float32Array;
  /** Smoothed colours of the target; those of hair where it covers the whole neighbourhood. */
  readonly shown: SkinColours;
  /** Colours of the target averaged over time, but not over the face: skin beside hair is not as dark as shade there. */
  readonly steady: SkinColours;
  /** Colours of the target in this frame. */
  readonly fresh: SkinColours;
  /** Luma of black. */
  readonly black: number;
  /** Time since the last measurement; null when the face is new. */
  readonly elapsedUs: number | null;
}

/** Difference of chroma that counts as much as the whole luma of skin. */
export const CHROMA_UNIT = 45;
/** Points of cheeks and nose, which nothing hangs over. */
const CHEEKS = Uint16Array.of(50, 280, 205, 425, 101, 330, 117, 346, 118, 347, 123, 352);
const MIDDLE = Uint16Array.from([...NOSE, ...CHEEKS]);
/** Points of the chin without lips. */
const CHIN = Uint16Array.of(175, 199, 200, 194, 418, 182, 406, 201, 421, 208, 428);
/**
 * Points between the outline and the outer ends of brow and eye, and the hidden fraction between which the temple
 * counts as hidden.
 */
const TEMPLES = [Uint16Array.of(34, 139, 71, 156, 143), Uint16Array.of(264, 368, 301, 383, 372)];
const HIDDEN = [0.6, 0.9] as const;
/**
 * Fraction of the skin's chroma, in its light, between which a dark point becomes shaded skin rather than an occluder.
 */
const SHADED = [0.65, 0.95] as const;
/** Steps of chroma that are noise. */
const NOISE = 1.5;
const COUNT = FACE_OVAL.length;
/** Distances from the middle of the face, as multiples of the outline's, at which the surroundings are sampled. */
const RAYS = [1.03, 1.09, 1.16, 1.24, 1.32];
/** Exponential decrease of weight with that distance. */
const FALL = 6;
/**
 * Brightness above skin (1: all of its luma) over which surroundings become background rather than hair, and the
 * decrease of its weight.
 */
const BRIGHTER = [0, 0.2] as const;
const LESS = 0.95;
/** Reach of occluders along the face, as a fraction of the texture. */
const REACH = 0.09;
const MIN_FRACTION = 0.01;
/** Fraction of the light of its inner neighbours below which a point is not skin, and above which it surely is. */
const DARKER = [0.62, 0.8] as const;
/** Steps of chroma from its inner neighbours up to which a point is surely skin, and from which it is not. */
const OTHER_TINT = [14, 28] as const;
/** Light, as a fraction of the inner neighbours', over which a different tint becomes that of a lamp. */
const LIT = [0.8, 1] as const;
/** Minimum of the factor, below 1, by which chroma follows light. */
const MIN_CHROMA = 0.35;
const FOLLOW_US = 150_000;
/** Time constant of shade: noise of dark colours moves their hue, and a point of shade that comes and goes would flicker. */
const SHADE_US = 500_000;
const MIN_LUMA = 20;

/** Creates an empty memory. */
export function createRimMemory(): RimMemory {
  const colours = {
    skin: createSkinColours(),
    bare: new Float32Array(MESH_POINT_COUNT),
    front: createSkinColours(),
    occluded: new Float32Array(MESH_POINT_COUNT),
    middle: 0,
    chin: 0,
    hiddenTemples: [0, 0] satisfies [number, number],
  };
  const occluder = createOccluderMemory();
  const shade = new Float32Array(MESH_POINT_COUNT);
  return { around: new Float32Array(COUNT * 4), shade, occluder, colours };
}

/** Measures the colours of faces; keeps its working memory. */
export interface RimMeter {
  /** Updates the colours of a memory. */
  measure(memory: RimMemory, view: RimView): void;
}

/** Creates a meter for meshes of a canonical face. */
export function createRimMeter(face: CanonicalFace): RimMeter {
  return new MeshRimMeter(face);
}

class MeshRimMeter implements RimMeter {
  readonly #order;
  readonly #around;
  readonly #texture: Float32Array;
  readonly #below: Float32Array;
  readonly #shade = createShadeMeter();
  #shadeWeight = 1;

  constructor(face: CanonicalFace) {
    this.#texture = face.texture;
    this.#order = orderOf(face);
    this.#around = aroundOf(face);
    this.#below = belowBrowsOf(face);
  }

  measure(memory: RimMemory, view: RimView): void {
    const { shown, black } = view;
    const { colours } = memory;
    setMean(within, shown, CHIN);
    colours.chin = within.y - black;
    setOccluders(colours, memory.occluder.covered, view.fresh, this.#texture);
    setUncoveredMean(middle, shown, colours.occluded);
    colours.middle = middle.y - black;
    this.#shade.setSkin(view, middle, CHEEKS);
    this.#shadeWeight = smoothingFactor(view.elapsedUs, SHADE_US);
    if (view.elapsedUs === null) {
      memory.shade.fill(0);
    }
    sampleAround(memory, view);
    this.#around.values.set(memory.around);
    this.#around.mix();
    for (const { point, nearer } of this.#order) {
      if (nearer.length === 0) {
        this.#setPoint(memory, view, point, middle);
      } else {
        setMean(within, colours.skin, nearer);
        this.#setPoint(memory, view, point, within);
      }
    }
    for (let side = 0; side < TEMPLES.length; side += 1) {
      colours.hiddenTemples[side] = smoothstep(
        HIDDEN[0],
        HIDDEN[1],
        hiddenPart(colours, view, TEMPLES[side]),
      );
    }
  }

  #measureShade(view: RimView, point: number): number {
    const { y, u, v } = view.steady;
    here.y = y[point];
    here.u = u[point];
    here.v = v[point];
    return this.#shade.measure(view, here, point) * this.#below[point];
  }

  /** Sets the colours of a point from the skin beside it: similar colours are skin, others an occluder. */
  #setPoint(
    { colours: { skin, bare, front, occluded }, shade }: RimMemory,
    view: RimView,
    point: number,
    inner: Readonly<typeof within>,
  ): void {
    const { shown, black } = view;
    const { mixed } = this.#around;
    const y = shown.y[point];
    const u = shown.u[point];
    const v = shown.v[point];
    const light = (y - black) / Math.max(1, inner.y - black);
    const tint = clamp(light, MIN_CHROMA, 1);
    const otherU = u - 128 - (inner.u - 128) * tint;
    const otherV = v - 128 - (inner.v - 128) * tint;
    const other = Math.sqrt(otherU * otherU + otherV * otherV);
    const isTinted =
      smoothstep(OTHER_TINT[0], OTHER_TINT[1], other) * (1 - smoothstep(LIT[0], LIT[1], light));
    const isLit = smoothstep(DARKER[0], DARKER[1], light);
    const isShown = (1 - isTinted) * (1 - occluded[point]);
    if (isLit < 1 && isShown > 0) {
      shade[point] += (this.#measureShade(view, point) - shade[point]) * this.#shadeWeight;
    }
    const isSkin = (isLit + (1 - isLit) * shade[point]) * isShown;
    bare[point] = isSkin;
    skin.y[point] = inner.y + (y - inner.y) * isSkin;
    skin.u[point] = inner.u + (u - inner.u) * isSkin;
    skin.v[point] = inner.v + (v - inner.v) * isSkin;
    const at = point * 4;
    const outside = isSkin / mixed[at + 3];
    const inFront = occluded[point];
    const beside = (1 - inFront) * outside;
    const own = (1 - inFront) * (1 - isSkin);
    front.y[point] = mixed[at] * beside + y * own + front.y[point] * inFront;
    front.u[point] = mixed[at + 1] * beside + u * own + front.u[point] * inFront;
    front.v[point] = mixed[at + 2] * beside + v * own + front.v[point] * inFront;
  }
}

/**
 * Returns the fraction of some points that occluders hide. Shaded skin is as dark as hair, but keeps the chroma of skin
 * in its light; glasses and standing occluders are measured separately.
 */
function hiddenPart(
  { bare, occluded }: RimColours,
  { shown, black }: RimView,
  points: Uint16Array,
): number {
  const [middleU, middleV] = [middle.u - 128, middle.v - 128];
  const ofSkin = Math.max(1, Math.sqrt(middleU * middleU + middleV * middleV));
  let hidden = 0;
  for (let at = 0; at < points.length; at += 1) {
    const point = points[at];
    const light = Math.max(0.05, (shown.y[point] - black) / Math.max(1, middle.y - black));
    const chroma =
      ((shown.u[point] - 128) * middleU + (shown.v[point] - 128) * middleV) / ofSkin - NOISE;
    const isShade = smoothstep(SHADED[0], SHADED[1], chroma / ofSkin / light);
    hidden += (1 - bare[point]) * (1 - occluded[point]) * (1 - isShade);
  }
  return hidden / points.length;
}

/** Skin in the middle of the face, and skin slightly further inside than a point. */
const middle = { y: 0, u: 0, v: 0 };
const within = { y: 0, u: 0, v: 0 };
/** Colour of a point. */
const here = { y: 0, u: 0, v: 0 };

function setMean(result: typeof within, { y, u, v }: SkinColours, points: Uint16Array): void {
  let sumY = 0;
  let sumU = 0;
  let sumV = 0;
  for (let at = 0; at < points.length; at += 1) {
    const point = points[at];
    sumY += y[point];
    sumU += u[point];
    sumV += v[point];
  }
  result.y = sumY / points.length;
  result.u = sumU / points.length;
  result.v = sumV / points.length;
}

/** Sets the mean colour of the middle of a face where it is not occluded. */
function setUncoveredMean(
  result: typeof within,
  { y, u, v }: SkinColours,
  occluded: Float32Array,
): void {
  result.y = 0;
  result.u = 0;
  result.v = 0;
  let sum = 0;
  for (let at = 0; at < MIDDLE.length; at += 1) {
    const point = MIDDLE[at];
    const weight = 1.001 - occluded[point];
    sum += weight;
    result.y += weight * y[point];
    result.u += weight * u[point];
    result.v += weight * v[point];
  }
  result.y /= sum;
  result.u /= sum;
  result.v /= sum;
}

/** Samples the surroundings of a face, weighted by their difference from its skin. */
function sampleAround(memory: RimMemory, { frame, mesh, black, elapsedUs }: RimView): void {
  const { around } = memory;
  const weight = smoothingFactor(elapsedUs, FOLLOW_US);
  let middleX = 0;
  let middleY = 0;
  for (let index = 0; index < COUNT; index += 1) {
    middleX += mesh[FACE_OVAL[index] * 3] / COUNT;
    middleY += mesh[FACE_OVAL[index] * 3 + 1] / COUNT;
  }
  const lumaWeight = 1 / Math.max(MIN_LUMA, middle.y - black) ** 2;
  for (let index = 0; index < COUNT; index += 1) {
    const point = FACE_OVAL[index] * 3;
    for (let channel = 0; channel < 4; channel += 1) {
      around[index * 4 + channel] *= 1 - weight;
    }
    for (let ray = 0; ray < RAYS.length; ray += 1) {
      const x = middleX + (mesh[point] - middleX) * RAYS[ray];
      const y = middleY + (mesh[point + 1] - middleY) * RAYS[ray];
      readFrameColour(frame, x, y, seen);
      const other =
        lumaWeight * (seen.y - middle.y) ** 2 +
        ((seen.u - middle.u) ** 2 + (seen.v - middle.v) ** 2) / CHROMA_UNIT ** 2;
      const isLit = smoothstep(
        BRIGHTER[0],
        BRIGHTER[1],
        Math.sqrt(lumaWeight) * (seen.y - middle.y),
      );
      const counts =
        weight *
        (Math.min(1, other) ** 2 * (1 - isLit * LESS) * Math.exp((1 - RAYS[ray]) * FALL) + 1e-6);
      around[index * 4] += seen.y * counts;
      around[index * 4 + 1] += seen.u * counts;
      around[index * 4 + 2] += seen.v * counts;
      around[index * 4 + 3] += counts;
    }
  }
}

/** Last reading. */
const seen = { y: 0, u: 0, v: 0 };

/** Points from the middle of the face outwards. */
const orderOf = memoisePerFace((face: CanonicalFace) => orderMesh(face, [...MIDDLE]));

/**
 * Weights of the points below the brows, 0..1. Above them, what is dark and smooth is more often a fringe or the brim of
 * a cap, and light is matched separately.
 */
const belowBrowsOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const heightOf = (points: readonly number[]): number =>
    mean(points.map((point) => texture[point * 2 + 1]));
  const brows = heightOf([...LEFT_BROW, ...RIGHT_BROW]);
  const eyes = heightOf([...LEFT_EYE, ...RIGHT_EYE]);
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) =>
    smoothstep(brows, eyes, texture[point * 2 + 1]),
  );
});

/** Weights that interpolate the surroundings to every point of a face. */
const aroundOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const ends = new Uint32Array(MESH_POINT_COUNT);
  const points: number[] = [];
  const fractions: number[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const squares = FACE_OVAL.map((other) => squareInTexture(texture, point, other));
    const nearest = Math.min(...squares);
    for (const [index, square] of squares.entries()) {
      const fraction = Math.exp((-0.5 * (square - nearest)) / REACH ** 2);
      if (fraction > MIN_FRACTION) {
        points.push(index);
        fractions.push(fraction);
      }
    }
    ends[point] = points.length;
  }
  return createPointMixture(COUNT, {
    ends,
    points: Uint16Array.from(points),
    fractions: Float32Array.from(fractions),
  });
});
