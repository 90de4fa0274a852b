/**
 * Matches the skin colours of a source to a target. Overall light and complexion come from the target; shadows and
 * blush of features remain those of the source, as they are part of the likeness. Light from one side of the photo is
 * replaced by that of the target, and hard light is softened as far as the target's is soft. Closer to the outline,
 * light follows the target more and less of the photo's shading remains: cheeks that darken towards the ears in only
 * one of both would make the face look like a floating oval. Highlights beyond the brightest skin of the target are
 * compressed. At the border of the face, colours equal those of the target; that correction fades inwards, so that no
 * seam is visible.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createPointMixture, type PointMixture } from '../../pixels/mix-points.ts';
import {
  BETWEEN_BROWS,
  FACE_OVAL,
  FOREHEAD_TOP,
  MESH_POINT_COUNT,
} from '../../track/mesh-points.ts';
import { clamp, deviation, mean, smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import type { SkinColours } from './skin-field.ts';
import { createSkinColours } from './skin-field.ts';
import { findOppositePoints } from '../shape/opposite-points.ts';
import { measureDistances, squareInTexture } from '../shape/texture-distance.ts';

/** Matches the skin of one source. All chroma is under even light. */
export interface SkinMatch {
  /** Weight of the border at every point, 0..1. */
  readonly border: Float32Array;
  /** Sets the skin of the source. */
  setSource(skin: SkinColours, black: number): void;
  /** Sets `wanted` to the skin of the source, matched to that of the target. */
  match(target: SkinColours, black: number, wanted: SkinColours): void;
}

/** Radius (standard deviation) of the average that is the overall light, as a fraction of the texture. */
const REACH = 0.16;
/** Step between the points that are averaged for the overall light: the skin is smooth already. */
const EVERY = 4;
/** Distance from the outline, as a fraction of the texture, up to which points have to match. */
const BORDER = 0.03;
/**
 * Distance inwards over which the correction of the border fades, and that of a forehead, where nothing hides a step:
 * down to between the brows.
 */
const INWARDS = 0.1;
const INWARDS_OF_FOREHEAD = 0.22;
/** Height between the brows (0) and the upper edge of the face (1) over which the forehead begins. */
const FOREHEAD = [0, 0.5] as const;
/** Fraction of the source's complexion that remains. */
const TONE_WEIGHT = 0.2;
/** Maximum difference of a point's chroma from the overall chroma; more is coloured light in the photo. */
const MAX_BLUSH = 6;
/**
 * Distances from the outline, as fractions of the texture, up to which light follows the target, and from which only
 * its overall light does: the form of nose and sockets is part of the likeness.
 */
const FOLLOWED = [0.03, 0.3] as const;
/** Minimum fraction of contrast that hard light of a photo keeps, as it carries the form of a face and beards. */
const MIN_CONTRAST = 0.4;
/**
 * Fraction of the target's brightest light from which highlights are compressed, and the exponent; light up to that of
 * the target at the point remains.
 */
const HIGHLIGHT = 0.9;
const HOLD_BACK = 0.4;

/** Weights of the overall light, and of the correction at the border. */
interface Mixtures {
  /** Weight of the border at every point, 0..1. */
  readonly nearness: Float32Array;
  /** Weight per point of the target's light instead of the source's form, 0..1. */
  readonly followed: Float32Array;
  readonly wide: PointMixture;
  readonly border: PointMixture;
}

/** The mixtures have no state between calls, so matches share them. */
const mixturesOf = memoisePerFace(({ texture }): Mixtures => {
  const fromOutline = measureDistances(texture, FACE_OVAL);
  const between = texture[BETWEEN_BROWS * 2 + 1];
  const foreheadHeight = texture[FOREHEAD_TOP * 2 + 1] - between;
  const inwardsOf = (point: number): number => {
    const height = (texture[point * 2 + 1] - between) / foreheadHeight;
    return INWARDS + (INWARDS_OF_FOREHEAD - INWARDS) * smoothstep(...FOREHEAD, height);
  };
  const nearness = fromOutline.map(
    (distance, point) => 1 - smoothstep(BORDER * 0.7, inwardsOf(point), distance),
  );
  const followed = fromOutline.map((distance) => 1 - smoothstep(...FOLLOWED, distance));
  const wide = createMixture(
    (point) => point % EVERY === 0,
    (point, other) => Math.exp((-0.5 * squareInTexture(texture, point, other)) / REACH ** 2),
    () => 1,
  );
  const border = createMixture(
    (point) => fromOutline[point] < BORDER,
    (point, other) => 1 / (squareInTexture(texture, point, other) + 0.0004),
    (point) => nearness[point],
  );
  return { nearness, followed, wide, border };
});

/** Creates a match for a canonical face. */
export function createSkinMatch(face: CanonicalFace): SkinMatch {
  return new MixedMatch(mixturesOf(face), findOppositePoints(face));
}

class MixedMatch implements SkinMatch {
  readonly border: Float32Array;
  readonly #mixtures: Mixtures;
  readonly #opposite: Uint16Array;
  readonly #source = createSkinColours();
  readonly #sourceWide = createSkinColours();
  /** Logarithm of the ratio of the source's light to its overall light, per point. */
  readonly #form = new Float32Array(MESH_POINT_COUNT);
  readonly #targetWide = createSkinColours();
  /** Target as lit equally from both sides. */
  readonly #bothSides = createSkinColours();
  #toneU = 0;
  #toneV = 0;
  #sourceHardness = 1;

  constructor(mixtures: Mixtures, opposite: Uint16Array) {
    this.#opposite = opposite;
    this.border = mixtures.nearness;
    this.#mixtures = mixtures;
  }

  setSource(skin: SkinColours, black: number): void {
    for (const channel of ['y', 'u', 'v'] as const) {
      this.#source[channel].set(skin[channel]);
    }
    lightBothSides(skin.y, black, this.#opposite, this.#source.y);
    mix(this.#mixtures.wide, this.#source, this.#sourceWide);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const wide = Math.max(1, this.#sourceWide.y[point] - black);
      this.#form[point] = Math.log(Math.max(1, this.#source.y[point] - black) / wide);
    }
    this.#sourceHardness = computeHardness(this.#source.y, black);
    this.#toneU = mean(skin.u);
    this.#toneV = mean(skin.v);
  }

  match(target: SkinColours, black: number, wanted: SkinColours): void {
    const bothSides = this.#bothSides;
    lightBothSides(target.y, black, this.#opposite, bothSides.y);
    bothSides.u.set(target.u);
    bothSides.v.set(target.v);
    mix(this.#mixtures.wide, bothSides, this.#targetWide);
    this.#matchLuma(target, black, wanted);
    const [source, wide, other] = [this.#source, this.#sourceWide, this.#targetWide];
    matchChroma(source.u, wide.u, other.u, this.#toneU - mean(target.u), wanted.u);
    matchChroma(source.v, wide.v, other.v, this.#toneV - mean(target.v), wanted.v);
    meet(this.#mixtures.border, target, wanted);
  }

  #matchLuma(target: SkinColours, black: number, wanted: SkinColours): void {
    const { followed } = this.#mixtures;
    const hardness = computeHardness(this.#bothSides.y, black);
    const softer = clamp(hardness / this.#sourceHardness, MIN_CONTRAST, 1);
    const brightest = HIGHLIGHT * findBrightest(target.y, black);
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const here = Math.max(1, target.y[point] - black);
      const wide = Math.max(1, this.#targetWide.y[point] - black);
      const atLarge = wide / Math.max(1, this.#bothSides.y[point] - black);
      const form = Math.log(atLarge) + softer * this.#form[point];
      const light = here * Math.exp((1 - followed[point]) * form);
      const bright = Math.max(here, brightest);
      wanted.y[point] = black + (light > bright ? bright * (light / bright) ** HOLD_BACK : light);
    }
  }
}

/** Returns the luma of a face as lit equally from both sides: the geometric mean of each point and its opposite. */
function lightBothSides(
  luma: Float32Array,
  black: number,
  opposite: Uint16Array,
  result: Float32Array,
): void {
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const own = Math.max(1, luma[point] - black);
    result[point] = black + Math.sqrt(own * Math.max(1, luma[opposite[point]] - black));
  }
}

function findBrightest(luma: Float32Array, black: number): number {
  let brightest = 1;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    brightest = Math.max(brightest, luma[point] - black);
  }
  return brightest;
}

/** Returns the hardness of the light on smooth skin: the standard deviation of the logarithm of luma. */
function computeHardness(luma: Float32Array, black: number): number {
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    logarithms[point] = Math.log(Math.max(1, luma[point] - black));
  }
  return Math.max(1e-3, deviation(logarithms));
}

const logarithms = new Float32Array(MESH_POINT_COUNT);

/** Adds the blush of a source to the overall chroma of a target; `paler` is the difference of their means. */
function matchChroma(
  own: Float32Array,
  ownWide: Float32Array,
  other: Float32Array,
  paler: number,
  wanted: Float32Array,
): void {
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const blush = (own[point] - ownWide[point]) / MAX_BLUSH;
    wanted[point] = other[point] + MAX_BLUSH * Math.tanh(blush) + paler * TONE_WEIGHT;
  }
}

/** Creates weighted sums per point over the points that are part; the weights of one point add up to `totalOf` it. */
function createMixture(
  isPart: (point: number) => boolean,
  weightOf: (point: number, other: number) => number,
  totalOf: (point: number) => number,
): PointMixture {
  const all = Array.from({ length: MESH_POINT_COUNT }, (_, at) => at);
  const parts = all.filter(isPart);
  const points = new Uint16Array(MESH_POINT_COUNT * parts.length);
  const fractions = new Float32Array(points.length);
  let end = 0;
  const ends = Uint32Array.from(all, (point) => {
    const total = totalOf(point);
    if (total > 0) {
      const row = parts.map((other) => weightOf(point, other));
      const sum = row.reduce((before, weight) => before + weight, 0);
      for (const [index, other] of parts.entries()) {
        points[end] = other;
        fractions[end] = (row[index] / sum) * total;
        end += 1;
      }
    }
    return end;
  });
  return createPointMixture(MESH_POINT_COUNT, {
    ends,
    points: points.subarray(0, end),
    fractions: fractions.subarray(0, end),
  });
}

function mix(mixture: PointMixture, colours: SkinColours, result: SkinColours): void {
  const { values, mixed } = mixture;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    values[point * 4] = colours.y[point];
    values[point * 4 + 1] = colours.u[point];
    values[point * 4 + 2] = colours.v[point];
  }
  mixture.mix();
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    result.y[point] = mixed[point * 4];
    result.u[point] = mixed[point * 4 + 1];
    result.v[point] = mixed[point * 4 + 2];
  }
}

/** Adds the difference from `target` at the border to `wanted`, fading inwards. */
function meet(border: PointMixture, target: SkinColours, wanted: SkinColours): void {
  const { values, mixed } = border;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    values[point * 4] = target.y[point] - wanted.y[point];
    values[point * 4 + 1] = target.u[point] - wanted.u[point];
    values[point * 4 + 2] = target.v[point] - wanted.v[point];
  }
  border.mix();
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    wanted.y[point] += mixed[point * 4];
    wanted.u[point] += mixed[point * 4 + 1];
    wanted.v[point] += mixed[point * 4 + 2];
  }
}
