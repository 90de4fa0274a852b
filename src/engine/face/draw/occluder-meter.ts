/**
 * Finds occluders of the lower half of a face: a microphone, its filter, a cup, a scarf. Skin there is compared with
 * that of nose, cheeks and forehead. A colour that skin never has, or a bright grey, is enough evidence. Dark or grey
 * pixels may be a beard as well, so they need more: they extend over the outline, and hide the lips or one side only,
 * as no beard does.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, smoothingFactor, smoothstep } from '../../vision/math.ts';
import { findOppositePoints } from '../shape/opposite-points.ts';
import { type LowerMesh, lowerMeshOf } from './lower-mesh.ts';
import { readFrameColour } from './read-frame-colour.ts';
import type { SkinColours } from './skin-field.ts';

/** Face in a frame. */
export interface OccluderView {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point in the frame. */
  readonly mesh: Float32Array;
  /** Colours of the face per point in this frame. */
  readonly fresh: SkinColours;
  /** Luma of black. */
  readonly black: number;
  readonly yaw: number;
  /** Time since the last measurement; null when the face is new. */
  readonly elapsedUs: number | null;
}

/** Occluders of one face. */
export interface OccluderMemory {
  /** Opacity of occluders per point, 0..1. */
  readonly covered: Float32Array;
  /** Recent certainty of an occluder, 0..1; it lowers the required amount. */
  known: number;
}

/** Measures faces; keeps its working memory. */
export interface OccluderMeter {
  /** Updates a memory from a frame. */
  measure(memory: OccluderMemory, view: OccluderView): void;
}

/** Creates an empty memory. */
export function createOccluderMemory(): OccluderMemory {
  return { covered: new Float32Array(MESH_POINT_COUNT), known: 0 };
}

/** Skin that is visible above a mask as well: the root of the nose, below the eyes, the middle of the forehead. */
const LEFT_CHEEK = Uint16Array.of(117, 118, 119, 120, 101, 50, 47);
const RIGHT_CHEEK = Uint16Array.of(346, 347, 348, 349, 330, 280, 277);
const SEEN_SKIN = Uint16Array.from([
  6, 197, 9, 8, 151, 108, 337, 107, 336, 117, 346, 118, 347, 119, 348, 120, 349,
]);
/** Middles of both lips, which no beard hides and no open mouth darkens. */
const LIP_MIDDLES = Uint16Array.of(11, 12, 15, 16, 85, 86, 315, 316);
const NOSE_TIP = 4;
/**
 * Distance of chroma from skin in the same light, in steps, from which a colour may not be skin, and from which it
 * surely is not.
 */
const OTHER_TINT = [22, 38] as const;
/** Weight of that distance for colours redder than skin, such as lips, blood and lamps. */
const REDDER = 0.55;
/** Additional distance per standard deviation of chroma over visible skin, which coloured lamps increase. */
const SPREAD = 2.5;
/**
 * Light relative to the brightest visible skin, from which a colour may be brighter than skin, and from which it surely
 * is.
 */
const BRIGHTER = [1.12, 1.35] as const;
/** Fraction of skin chroma in the same light below which a colour may be grey, and below which it surely is. */
const GREY = [0.55, 0.25] as const;
/** The same for colours greyer than any beard, and the skin chroma over which these become distinguishable. */
const NEUTRAL = [0.22, 0.1] as const;
const VIVID = [14, 20] as const;
/** Light relative to the cheek on the same side, below which a colour may be dark, and below which it surely is. */
const DARK = [0.5, 0.3] as const;
/** Chroma of skin below which a frame has too little colour to call anything grey, and from which it has enough. */
const COLOURED = [7, 12] as const;
/** Range of the factor by which chroma follows light. */
const MIN_TINT = 0.35;
const MAX_TINT = 1.2;
/**
 * One-sided fraction of the dark or grey points from which they may not be a beard, and from which they surely are not.
 */
const ONE_SIDED = [0.6, 0.85] as const;
/** Hidden fraction of the lips from which an occluder is likely, and from which it is certain. */
const LIPS_HIDDEN = [0.5, 0.8] as const;
/** Yaw between which the far side loses its weight. */
const ASIDE = [0.25, 0.4] as const;
/** Sampling position outside of the outline, as a multiple of its distance from the tip of the nose. */
const OUTSIDE = 1.1;
/** Number of hidden points around the mouth from which an occluder counts, and from which it counts fully. */
const AMOUNT = [4, 9] as const;
/** Fraction of that number that is enough for a known occluder. */
const AMOUNT_OF_KNOWN = 0.15;
/**
 * Fraction of a cheek that is hidden or tinted, from which its side may be in coloured light, shade or hair, and from
 * which it surely is; then the distance of chroma from skin, in steps, over which a point counts as tinted.
 */
const CHEEK_HIDDEN = [0.2, 0.45] as const;
const TINTED = [11, 22] as const;
/** Evidence from which a point connects parts of an occluder; it is low, as a thin one covers no point completely. */
const HOLDING = 0.12;
/** Minimum evidence. */
const MIN = 0.05;
/** Time constants of an occluder that appears, of one that disappears, and of its certainty. */
const COME_US = 60_000;
const GO_US = 160_000;
const FORGET_US = 3_000_000;
const MIN_LUMA = 20;

/** Creates a meter for meshes of a canonical face. */
export function createOccluderMeter(face: CanonicalFace): OccluderMeter {
  return new SkinComparison(face);
}

class SkinComparison implements OccluderMeter {
  readonly #lower: LowerMesh;
  readonly #opposite: Uint16Array;
  readonly #texture: Float32Array;
  /** Evidence per point that is sufficient by itself, and evidence that needs support. */
  readonly #strong = new Float32Array(MESH_POINT_COUNT);
  readonly #weak = new Float32Array(MESH_POINT_COUNT);
  /** Weak evidence that is connected with an occluder outside of the face. */
  readonly #joined = new Float32Array(MESH_POINT_COUNT);
  /** Fraction of the evidence on each side that may be an occluder, 0..1. */
  readonly #free = { left: 1, right: 1 };
  readonly #skin = {
    y: 0,
    u: 0,
    v: 0,
    left: 0,
    right: 0,
    brightest: 0,
    chroma: 0,
    spread: 0,
    black: 0,
  };

  constructor(face: CanonicalFace) {
    this.#lower = lowerMeshOf(face);
    this.#opposite = findOppositePoints(face);
    this.#texture = face.texture;
  }

  measure(memory: OccluderMemory, view: OccluderView): void {
    const { covered } = memory;
    memory.known = view.elapsedUs === null ? 0 : memory.known;
    const { points } = this.#lower;
    this.#measureSkin(view);
    let max = 0;
    for (let index = 0; index < points.length; index += 1) {
      const point = points[index];
      this.#judge(view.fresh.y[point], view.fresh.u[point], view.fresh.v[point], point);
      this.#strong[point] = judged.strong;
      this.#weak[point] = judged.weak;
      max = Math.max(max, judged.weak);
    }
    const certain = max > MIN ? this.#certaintyOf(view) : 0;
    if (certain > 0) {
      this.#join(view);
    } else {
      this.#joined.fill(0);
    }
    this.#clearOutline(this.#strong);
    const strong = this.#amountOf(this.#strong, memory.known);
    const joined = certain * this.#amountOf(this.#joined, memory.known);
    const found = Math.max(strong, joined);
    const knownUs = found > memory.known ? COME_US : FORGET_US;
    memory.known += (found - memory.known) * smoothingFactor(view.elapsedUs, knownUs);
    this.#measureSides(view);
    const come = smoothingFactor(view.elapsedUs, COME_US);
    const go = smoothingFactor(view.elapsedUs, GO_US);
    for (let index = 0; index < points.length; index += 1) {
      const point = points[index];
      const isRight = smoothstep(0.45, 0.55, this.#texture[point * 2]);
      const free = this.#free.left + (this.#free.right - this.#free.left) * isRight;
      const here = free * Math.max(strong * this.#strong[point], joined * this.#joined[point]);
      const change = here - covered[point];
      covered[point] += change * (change > 0 ? come : go);
    }
  }

  /** Measures skin where occluders are rare. */
  #measureSkin({ fresh, black }: OccluderView): void {
    const skin = this.#skin;
    skin.y = medianAt(fresh.y, SEEN_SKIN) - black;
    skin.brightest = sorted[SEEN_SKIN.length - 1] - black;
    skin.u = medianAt(fresh.u, SEEN_SKIN) - 128;
    skin.v = medianAt(fresh.v, SEEN_SKIN) - 128;
    skin.left = Math.max(MIN_LUMA, medianAt(fresh.y, LEFT_CHEEK) - black);
    skin.right = Math.max(MIN_LUMA, medianAt(fresh.y, RIGHT_CHEEK) - black);
    skin.chroma = Math.hypot(skin.u, skin.v);
    let square = 0;
    for (let index = 0; index < SEEN_SKIN.length; index += 1) {
      const point = SEEN_SKIN[index];
      square += (fresh.u[point] - 128 - skin.u) ** 2 + (fresh.v[point] - 128 - skin.v) ** 2;
    }
    skin.spread = Math.sqrt(square / SEEN_SKIN.length);
    skin.black = black;
  }

  /** Sets the evidence of a colour at a point by its difference from skin. */
  #judge(y: number, u: number, v: number, point: number): void {
    const skin = this.#skin;
    const across = smoothstep(0.3, 0.7, this.#texture[point * 2]);
    const usual = skin.left + (skin.right - skin.left) * across;
    const light = Math.max(0, y - skin.black) / usual;
    const tint = clamp(light, MIN_TINT, MAX_TINT);
    const otherU = u - 128 - skin.u * tint;
    const otherV = v - 128 - skin.v * tint;
    const isRedder = otherV > 0 && otherV > Math.abs(otherU) * 0.7;
    const apart = Math.hypot(otherU, otherV);
    const lips = this.#lower.lips[point];
    const distance = apart * (lips === 1 && otherV > 0 ? 0 : isRedder ? REDDER : 1);
    const more = SPREAD * skin.spread;
    const chroma =
      ((u - 128) * skin.u + (v - 128) * skin.v) / Math.max(1, skin.chroma * skin.chroma) / tint;
    const grey =
      (1 - smoothstep(GREY[1], GREY[0], chroma)) *
      smoothstep(COLOURED[0], COLOURED[1], skin.chroma);
    const bright = smoothstep(
      BRIGHTER[0],
      BRIGHTER[1],
      (y - skin.black) / Math.max(MIN_LUMA, skin.brightest),
    );
    const other = smoothstep(OTHER_TINT[0] + more, OTHER_TINT[1] + more, distance);
    judged.apart = apart;
    const neutral =
      (1 - smoothstep(NEUTRAL[1], NEUTRAL[0], chroma)) *
      smoothstep(VIVID[0], VIVID[1], skin.chroma) *
      smoothstep(DARK[1], DARK[0], light);
    judged.strong = Math.max(other, neutral, bright * grey);
    judged.weak = Math.max(judged.strong, grey, 1 - smoothstep(DARK[1], DARK[0], light));
  }

  /**
   * Lowers the weight of a side whose cheek above is covered as well, as by light, shade or hair, unless the lips are
   * hidden, as by a mask.
   */
  #measureSides(view: OccluderView): void {
    const [left, right] = this.#lower.cheeks;
    const masked = smoothstep(LIPS_HIDDEN[0], LIPS_HIDDEN[1], this.#hiddenLips(this.#strong));
    this.#free.left = Math.max(masked, 1 - this.#hiddenCheek(view, left));
    this.#free.right = Math.max(masked, 1 - this.#hiddenCheek(view, right));
  }

  #hiddenCheek({ fresh }: OccluderView, points: Uint16Array): number {
    let sum = 0;
    for (let index = 0; index < points.length; index += 1) {
      const point = points[index];
      this.#judge(fresh.y[point], fresh.u[point], fresh.v[point], point);
      sum += Math.max(judged.weak, smoothstep(TINTED[0], TINTED[1], judged.apart));
    }
    return smoothstep(CHEEK_HIDDEN[0], CHEEK_HIDDEN[1], sum / points.length);
  }

  /** Returns how much of the middle of both lips is hidden, 0..1. */
  #hiddenLips(found: Float32Array): number {
    let hidden = 0;
    for (let index = 0; index < LIP_MIDDLES.length; index += 1) {
      hidden += found[LIP_MIDDLES[index]] / LIP_MIDDLES.length;
    }
    return hidden;
  }

  /**
   * Returns the certainty, 0..1, that there is more evidence around the mouth than a mark, a shaded jaw or hair on a
   * cheek would give; less is enough for a `known` occluder.
   */
  #amountOf(found: Float32Array, known: number): number {
    const { points, nearMouth } = this.#lower;
    let sum = 0;
    for (let index = 0; index < points.length; index += 1) {
      sum += nearMouth[points[index]] * found[points[index]];
    }
    const enough = 1 - (1 - AMOUNT_OF_KNOWN) * known;
    return smoothstep(AMOUNT[0] * enough, AMOUNT[1] * enough, sum);
  }

  /** Removes evidence on the outline that does not continue further inside, as background is visible there as well. */
  #clearOutline(found: Float32Array): void {
    const { points, ends, neighbours, isOutline } = this.#lower;
    for (let index = 0; index < points.length; index += 1) {
      const point = points[index];
      if (isOutline[point] === 1) {
        let inside = 0;
        for (let at = index === 0 ? 0 : ends[index - 1]; at < ends[index]; at += 1) {
          const other = neighbours[at];
          inside = isOutline[other] === 0 ? Math.max(inside, found[other]) : inside;
        }
        found[point] = Math.min(found[point], inside);
      }
    }
  }

  /** Returns the certainty that dark and grey points are not a beard, 0..1. */
  #certaintyOf({ yaw }: OccluderView): number {
    const { points } = this.#lower;
    let sum = 0;
    let oneSided = 0;
    for (let index = 0; index < points.length; index += 1) {
      const point = points[index];
      const weak = this.#weak[point];
      sum += weak;
      oneSided += weak * (1 - this.#weak[this.#opposite[point]]);
    }
    const hidden = this.#hiddenLips(this.#weak);
    const aside = 1 - smoothstep(ASIDE[0], ASIDE[1], Math.abs(yaw));
    return Math.max(
      smoothstep(LIPS_HIDDEN[0], LIPS_HIDDEN[1], hidden),
      aside * smoothstep(ONE_SIDED[0], ONE_SIDED[1], oneSided / Math.max(1, sum)),
    );
  }

  /** Propagates weak evidence from where it enters over the outline. */
  #join(view: OccluderView): void {
    const { points, ends, neighbours } = this.#lower;
    const joined = this.#joined;
    joined.fill(0);
    this.#seed(view);
    for (let isChanging = true; isChanging;) {
      isChanging = false;
      for (let index = 0; index < points.length; index += 1) {
        const point = points[index];
        if (joined[point] > 0 || this.#weak[point] < HOLDING) {
          continue;
        }
        for (let at = index === 0 ? 0 : ends[index - 1]; at < ends[index]; at += 1) {
          if (joined[neighbours[at]] > 0) {
            joined[point] = this.#weak[point];
            isChanging = true;
            break;
          }
        }
      }
    }
  }

  /** Starts with points of the lower outline beside which an occluder continues. */
  #seed({ frame, mesh }: OccluderView): void {
    const { outline } = this.#lower;
    for (let index = 0; index < outline.length; index += 1) {
      const point = outline[index];
      if (this.#weak[point] > HOLDING) {
        let outside = 0;
        for (let beside = -1; beside <= 1; beside += 1) {
          const other = outline[clamp(index + beside, 0, outline.length - 1)];
          readOutside(frame, mesh, point, other);
          this.#judge(seen.y, seen.u, seen.v, point);
          outside = Math.max(outside, judged.weak);
        }
        this.#joined[point] = outside < HOLDING ? 0 : this.#weak[point];
      }
    }
  }
}

/** Reads the colour outside of the outline, halfway between two of its points. */
function readOutside(frame: I420Frame, mesh: Float32Array, one: number, other: number): void {
  const middleX = mesh[NOSE_TIP * 3];
  const middleY = mesh[NOSE_TIP * 3 + 1];
  const x = (mesh[one * 3] + mesh[other * 3]) / 2;
  const y = (mesh[one * 3 + 1] + mesh[other * 3 + 1]) / 2;
  readFrameColour(
    frame,
    middleX + (x - middleX) * OUTSIDE,
    middleY + (y - middleY) * OUTSIDE,
    seen,
  );
}

/** Results of the last comparison, and of the last reading. */
const judged = { strong: 0, weak: 0, apart: 0 };
const seen = { y: 0, u: 0, v: 0 };
const sorted = new Float32Array(SEEN_SKIN.length);

/** Returns the median of some points, which are left sorted in `sorted`. */
function medianAt(values: Float32Array, points: Uint16Array): number {
  for (let at = 0; at < points.length; at += 1) {
    const value = values[points[at]];
    let to = at;
    for (; to > 0 && sorted[to - 1] > value; to -= 1) {
      sorted[to] = sorted[to - 1];
    }
    sorted[to] = value;
  }
  return sorted[points.length >> 1];
}
