/**
 * Matches the tint of skin per point. A face with its own tint (red sockets, tanned cheeks, the glow of another lamp)
 * looks painted on differently tinted skin, even with the same mean. So every point of the skin takes the tint of the
 * target with some of that of the source over it, and the spread of the result over the face is matched to that of the
 * target. Both are compared as displayed, as chroma grows with light. Lips, brows and eyes keep their colour relative
 * to the skin around them.
 */
import {
  LEFT_BROW,
  LEFT_EYE,
  FACE_OVAL,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { REFINED_LEFT_EYE, REFINED_LIPS, REFINED_RIGHT_EYE } from '../../track/refined-points.ts';
import { clamp, mean, smoothstep } from '../../vision/math.ts';
import { relativeIlluminance, visibilityInLight } from '../source/relative-illuminance.ts';
import {
  type ChromaSpread,
  createChromaSpread,
  createChromaTransport,
  fitTransport,
  measureSpread,
  weakenTransport,
} from './chroma-spread.ts';
import type { FaceMemory } from './face-memory.ts';
import type { SkinLight } from './face-patch.ts';
import { createSkinColours, NOSTRILS, type SkinColours } from './skin-field.ts';

/**
 * Fraction of the source's tint that remains over that of the target, and its maximum in steps of chroma. Less would be
 * closer to the target, but networks and people recognize faces by their tint too.
 */
const OWN_WEIGHT = 0.4;
const MAX_OWN = 4;
/**
 * Likeness to the surrounding skin between which a point's own tint is used: hair, beards and glasses are not similar.
 */
const MIN_LIKE = 0.1;
const MAX_LIKE = 0.5;
/**
 * Brightness relative to that skin between which a point is hair or skin: on dark skin and in dim frames a beard is
 * only a few steps of luma darker, but by the same ratio as on light skin.
 */
const DARKER_HAIR = 0.55;
const DARKER_SKIN = 0.8;
/**
 * Ratio of the target's chroma to that of the source below which the frame is faded or without colour, so that it
 * cannot contain red lips and blue eyes.
 */
const PALE = 0.5;
/** Remaining chroma in frames without colour: less than a step. */
const MIN_GAIN = 0.02;
/**
 * Exponent of the ratio of the target's light to the drawn light, by which drawn chroma is corrected: chroma of skin
 * grows with light, but less than luma, as light comes from all sides.
 */
const AMBIENT = 0.6;
/** Range of chroma that frames of limited and of full range can both code. */
const MIN_CODED = 16;
const MAX_CODED = 240;

/** Colours of both faces per point; see {@link SkinTint}. */
export interface TintedSkin {
  /** Smooth skin of the target, chroma under even light. */
  readonly even: SkinColours;
  /** Difference of the source from its smooth skin. */
  readonly detail: SkinColours;
  /** Luma of the source as it will be drawn. */
  readonly luma: Float32Array;
}

/** Tints the skin of one source. */
export interface SkinTint {
  /** Sets the skin of the source, chroma under even light. */
  setSource(skin: SkinColours): void;
  /**
   * Changes the chroma of `wanted`, the smooth skin of the source on the target, under even light. Returns a factor for
   * all drawn chroma, 0..1: less than 1 for a frame with little or no colour, or a dark one.
   */
  match(
    target: Pick<FaceMemory, 'shown' | 'likeness'>,
    light: Readonly<SkinLight>,
    skin: TintedSkin,
    wanted: SkinColours,
  ): number;
}

/** Kinds of points. Whites and irises between the lids are not tinted, as they show the gaze. */
const [SKIN, FEATURE, OUTLINE, LID] = [0, 1, 2, 3];
const kinds = new Uint8Array(MESH_POINT_COUNT);
const features = [LEFT_BROW, RIGHT_BROW, NOSTRILS, LIPS_OUTER, REFINED_LIPS];
for (const point of FACE_OVAL) {
  kinds[point] = OUTLINE;
}
for (const point of features.flatMap((list) => [...list])) {
  kinds[point] = FEATURE;
}
for (const point of [...LEFT_EYE, ...RIGHT_EYE]) {
  kinds[point] = LID;
}

/**
 * Exponents per point: 0 between the lids and the edge of the socket, where skin is dark anyway, and more chroma would
 * attract the search for irises.
 */
const ambient = new Float32Array(MESH_POINT_COUNT).fill(AMBIENT);
const SOCKET_POINTS = 48;
for (const eye of [REFINED_LEFT_EYE, REFINED_RIGHT_EYE]) {
  for (const point of eye.subarray(0, SOCKET_POINTS)) {
    ambient[point] = 0;
  }
}

/**
 * Creates a tint with its own working memory. `held` (0..1) is the weight of points at the border whose colours match
 * the target already: the spread does not change them.
 */
export function createSkinTint(held: Float32Array): SkinTint {
  return new PointTint(held);
}

class PointTint implements SkinTint {
  readonly #held: Float32Array;
  /** Target under the drawn light, and the source over it. */
  readonly #target = createSkinColours();
  readonly #tinted = createSkinColours();
  /** Light on the drawn skin, and the colours as displayed in it. */
  readonly #light = new Float32Array(MESH_POINT_COUNT);
  readonly #seen = createSkinColours();
  /** Weight of each point as skin, 0..1. */
  readonly #weights = new Float32Array(MESH_POINT_COUNT);
  readonly #from = createChromaSpread();
  readonly #to = createChromaSpread();
  readonly #transport = createChromaTransport();
  #sourceChroma = 0;

  constructor(held: Float32Array) {
    this.#held = held;
  }

  setSource(skin: SkinColours): void {
    this.#sourceChroma = computeChroma(skin);
  }

  match(
    target: Pick<FaceMemory, 'shown' | 'likeness'>,
    light: Readonly<SkinLight>,
    skin: TintedSkin,
    wanted: SkinColours,
  ): number {
    const relation = computeChroma(skin.even) / Math.max(1, this.#sourceChroma);
    const colour = smoothstep(0, PALE, relation) * visibilityInLight(light.reference);
    const gain = Math.max(MIN_GAIN, colour);
    this.#readTarget(target, light, skin, wanted);
    this.#layOver(skin.detail, wanted, gain);
    const known = this.#measureSeen(this.#target, this.#to);
    this.#measureSeen(this.#tinted, this.#from);
    fitTransport(this.#from, this.#to, this.#transport);
    weakenTransport(this.#transport, known);
    this.#spread(skin, wanted, gain);
    return gain;
  }

  /** Measures colours as displayed in the drawn light, and stores them. Returns the weight of the known points. */
  #measureSeen({ u, v }: SkinColours, spread: ChromaSpread): number {
    const seen = this.#seen;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      seen.u[point] = 128 + this.#light[point] * (u[point] - 128);
      seen.v[point] = 128 + this.#light[point] * (v[point] - 128);
    }
    return measureSpread(seen, this.#weights, spread);
  }

  #readTarget(
    { shown, likeness }: Pick<FaceMemory, 'shown' | 'likeness'>,
    { black, reference }: Readonly<SkinLight>,
    { even, luma }: TintedSkin,
    wanted: SkinColours,
  ): void {
    const own = this.#target;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const kind = kinds[point];
      const drawn = kind === FEATURE ? wanted.y[point] : luma[point];
      const here = relativeIlluminance(shown.y[point] - black, reference);
      const smooth = relativeIlluminance(even.y[point] - black, reference);
      const becomes = relativeIlluminance(drawn - black, reference);
      const plain =
        kind === SKIN
          ? smoothstep(MIN_LIKE, MAX_LIKE, likeness[point]) *
            smoothstep(DARKER_HAIR, DARKER_SKIN, here / smooth)
          : 0;
      this.#light[point] = becomes;
      const brighter = ((smooth + plain * (here - smooth)) / becomes) ** ambient[point];
      const u = even.u[point] - 128;
      const v = even.v[point] - 128;
      own.u[point] = 128 + brighter * (u + plain * ((shown.u[point] - 128) / here - u));
      own.v[point] = 128 + brighter * (v + plain * ((shown.v[point] - 128) / here - v));
      this.#weights[point] = plain;
    }
  }

  #layOver(detail: SkinColours, wanted: SkinColours, gain: number): void {
    const target = this.#target;
    const tinted = this.#tinted;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const part = kinds[point] === FEATURE ? 0 : 1;
      const u = wanted.u[point] + part * detail.u[point] - target.u[point];
      const v = wanted.v[point] + part * detail.v[point] - target.v[point];
      const weight = (gain * OWN_WEIGHT) / Math.sqrt(1 + (u * u + v * v) / MAX_OWN ** 2);
      tinted.u[point] = target.u[point] + weight * u;
      tinted.v[point] = target.v[point] + weight * v;
    }
  }

  #spread({ even, detail }: TintedSkin, wanted: SkinColours, gain: number): void {
    const tinted = this.#tinted;
    const seen = this.#seen;
    const from = this.#from;
    const { uu, uv, vv } = this.#transport;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      if (kinds[point] === LID) {
        wanted.u[point] += multiplied(even.u[point], gain) - even.u[point];
        wanted.v[point] += multiplied(even.v[point], gain) - even.v[point];
        continue;
      }
      const part = kinds[point] === FEATURE ? 0 : 1;
      const free = (1 - this.#held[point]) / this.#light[point];
      const u = seen.u[point] - from.u;
      const v = seen.v[point] - from.v;
      const spreadU = tinted.u[point] + free * ((uu - 1) * u + uv * v);
      const spreadV = tinted.v[point] + free * (uv * u + (vv - 1) * v);
      wanted.u[point] = multiplied(spreadU, gain) - part * detail.u[point];
      wanted.v[point] = multiplied(spreadV, gain) - part * detail.v[point];
    }
  }
}

/** Returns the chroma that gives `chroma` after multiplication by a gain, clamped to the coded range. */
function multiplied(chroma: number, gain: number): number {
  return clamp(128 + (chroma - 128) / gain, MIN_CODED, MAX_CODED);
}

/** Returns the distance of the mean colour from grey. */
function computeChroma({ u, v }: SkinColours): number {
  return Math.hypot(mean(u) - 128, mean(v) - 128);
}
