/**
 * The tint of skin from place to place. A face that brings its own along (red sockets, cheeks tanned outdoors, the glow of another lamp)
 * reads as painted on skin that is tinted otherwise, even where the mean is the same. So the tint of the target counts at every point
 * of the skin, with some of that of the source over it, and all of it together is spread over the face as that of the target is, both as
 * they are seen: chroma grows with light.
 * Lips, brows and eyes keep their colour beside the skin around them.
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
 * How much of the tint of a source stays over that of the target, and how far it goes at most, in steps of chroma. Less would be
 * nearer to the target; networks and people know faces by their tint too.
 */
const OWN_WEIGHT = 0.4;
const MOST_OWN = 4;
/** How much a point has to look like the skin around it for its own tint to be believed: hair, beards and glasses do not. */
const LEAST_LIKE = 0.1;
const MOST_LIKE = 0.5;
/**
 * And how bright it is beside that skin: on dark skin and in dim pictures a beard is but a few steps of luma darker, yet as many
 * times as on light skin.
 */
const DARKER_HAIR = 0.55;
const DARKER_SKIN = 0.8;
/**
 * The chroma of a target, as part of that of the source, below which the picture is taken for a faded one, or one without colour:
 * red lips and blue eyes are none of such a picture.
 */
const PALE = 0.5;
/** What is left of chroma where there is none: less than a step. */
const LEAST_GAIN = 0.02;
/**
 * Chroma of skin grows with light, but by less than luma does, where light comes from all sides: the exponent of what the drawn skin is
 * darker or brighter than that of the target, by which its chroma is not changed.
 */
const AMBIENT = 0.6;
/** The range of chroma as it is coded in frames of either range. */
const LEAST_CODED = 16;
const MOST_CODED = 240;

/** What is known of both faces at every point; see {@link SkinTint}. */
export interface TintedSkin {
  /** The smooth skin of the target, chroma as under even light. */
  readonly even: SkinColours;
  /** By how much the source differs from its smooth skin. */
  readonly detail: SkinColours;
  /** Luma of the source as it will be drawn. */
  readonly luma: Float32Array;
}

/** Tints the skin of one source. */
export interface SkinTint {
  /** Sets which skin is tinted, chroma as under even light. */
  setSource(skin: SkinColours): void;
  /**
   * Changes the chroma of `wanted`, the smooth skin of the source on the target, which is as under even light. Returns what all
   * drawn chroma has to be multiplied by in addition, 0..1: less than 1 where a picture has hardly any colour, or none, or is dark.
   */
  match(
    target: Pick<FaceMemory, 'shown' | 'likeness'>,
    light: Readonly<SkinLight>,
    skin: TintedSkin,
    wanted: SkinColours,
  ): number;
}

/** What a point is part of. The whites and irises between lids get no tint: where somebody looks is seen by them. */
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

/** Between the lids and the edge of the socket skin is dark anyway, and more chroma there draws the irises that are found aside. */
const ambient = new Float32Array(MESH_POINT_COUNT).fill(AMBIENT);
const SOCKET_POINTS = 48;
for (const eye of [REFINED_LEFT_EYE, REFINED_RIGHT_EYE]) {
  for (const point of eye.subarray(0, SOCKET_POINTS)) {
    ambient[point] = 0;
  }
}

/**
 * A tint with working memory of its own. Points are `held` (0..1) where colours meet those of the target already, at the border:
 * the spread over the face does not move them.
 */
export function createSkinTint(held: Float32Array): SkinTint {
  return new PointTint(held);
}

class PointTint implements SkinTint {
  readonly #held: Float32Array;
  /** The target under the light that is drawn, and the source over it. */
  readonly #target = createSkinColours();
  readonly #tinted = createSkinColours();
  /** How much light falls on the skin that is drawn, and colours as they are seen in it. */
  readonly #light = new Float32Array(MESH_POINT_COUNT);
  readonly #seen = createSkinColours();
  /** How much each point tells of skin, 0..1. */
  readonly #weights = new Float32Array(MESH_POINT_COUNT);
  readonly #from = createChromaSpread();
  readonly #to = createChromaSpread();
  readonly #transport = createChromaTransport();
  #sourceChroma = 0;

  constructor(held: Float32Array) {
    this.#held = held;
  }

  setSource(skin: SkinColours): void {
    this.#sourceChroma = chromaOf(skin);
  }

  match(
    target: Pick<FaceMemory, 'shown' | 'likeness'>,
    light: Readonly<SkinLight>,
    skin: TintedSkin,
    wanted: SkinColours,
  ): number {
    const relation = chromaOf(skin.even) / Math.max(1, this.#sourceChroma);
    const colour = smoothstep(0, PALE, relation) * visibilityInLight(light.reference);
    const gain = Math.max(LEAST_GAIN, colour);
    this.#readTarget(target, light, skin, wanted);
    this.#layOver(skin.detail, wanted, gain);
    const known = this.#measureSeen(this.#target, this.#to);
    this.#measureSeen(this.#tinted, this.#from);
    fitTransport(this.#from, this.#to, this.#transport);
    weakenTransport(this.#transport, known);
    this.#spread(skin, wanted, gain);
    return gain;
  }

  /** Measures colours in the light that is drawn, and leaves them there as they are seen in it. Returns how many are known. */
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
          ? smoothstep(LEAST_LIKE, MOST_LIKE, likeness[point]) *
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
      const weight = (gain * OWN_WEIGHT) / Math.sqrt(1 + (u * u + v * v) / MOST_OWN ** 2);
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

/** What becomes `chroma` when it is multiplied by a gain, as far as it can be coded. */
function multiplied(chroma: number, gain: number): number {
  return clamp(128 + (chroma - 128) / gain, LEAST_CODED, MOST_CODED);
}

/** How far the mean of colours is from grey. */
function chromaOf({ u, v }: SkinColours): number {
  return Math.hypot(mean(u) - 128, mean(v) - 128);
}
