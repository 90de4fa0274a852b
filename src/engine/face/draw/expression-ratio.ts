/**
 * Transfers wrinkles, furrows and the shading of cheeks and lids from a target to the face drawn over it, with the
 * expression ratio images of Liu, Shan and Zhang (2001). The drawn luma is multiplied by the ratio of the target's skin
 * to the same skin of a calm face:
 *
 *   luma of the frame in texture space -> by its local mean -> by the calm ratio -> clamped -> drawn on the mesh
 *
 * Permanent lines are in both ratios and cancel out, so the target's identity is not transferred. Lighting is in the
 * local mean and cancels out as well.
 */
import { setPoints, sizeOfPoints, createPairShade } from '../../pixels/draw-triangles.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import { PAST_END } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, smoothingFactor, smoothstep } from '../../vision/math.ts';
import type { FacePatch } from './face-patch.ts';
import { RATIO_LENGTH, RATIO_SIZE, type RatioTexels, ratioTexelsOf } from './ratio-texels.ts';

/** Skin of one target, per texel. */
export interface RatioMemory {
  /** Ratio of luma to the local mean when the face is calm. */
  readonly calm: Float32Array;
  /** Current deviation from the calm ratio, smoothed over a few frames; 0 for none. */
  readonly change: Float32Array;
  /** Mean absolute value of `change`. */
  changed: number;
  /** Fraction of the calm ratio that is presumed rather than seen, 0..1. */
  presumed: number;
  /** Time over which calm skin was observed, in microseconds; below {@link KNOWN_US} nothing is drawn. */
  calmUs: number;
  /** Time since the last sampled frame, in microseconds. */
  unseenUs: number;
}

/** State of a target in one frame. */
export interface RatioFrame {
  /** Meshes of the target and of the drawn face, x, y and z per point. */
  readonly seen: Float32Array;
  readonly drawn: Float32Array;
  readonly faceWidth: number;
  /** Luma of black. */
  readonly black: number;
  /** Distance of the face from its rest shape, 0..1. */
  readonly expression: number;
  /** Smile of the face that is taken for its rest, 0..1: its calm skin was not seen. */
  readonly restSmile: number;
  /** Strength of the transfer, 0..1. */
  readonly strength: number;
  readonly elapsedUs: number;
}

/** Draws the wrinkles of targets; keeps its working memory. */
export interface ExpressionRatio {
  /** Updates the memory from the frame of a patch, then multiplies the drawn luma on it. */
  draw(patch: FacePatch, memory: RatioMemory, frame: RatioFrame): void;
}

/** Radius of the local mean in texels: wider than furrows, narrower than the shading of a face. */
const SURROUNDINGS = 4;
/** Range of ratios that wrinkles have. */
const DARKEST = 0.6;
const BRIGHTEST = 1.04;
/**
 * Deviations up to the first value are noise, from the second on wrinkles. A forehead is smooth, so smaller deviations
 * count there.
 */
const WRINKLE = [0.04, 0.1] as const;
/** Calm ratios outside this range are hair, a beard or a mark. */
const MIN_CALM = 0.8;
const MAX_CALM = 1.25;
/**
 * Time constants for wrinkles, which are longer beside a presumed calm face, because the folds of a long laugh change
 * less than the noise around them, and for calm skin at first and later.
 */
const FOLLOW_US = 60_000;
const FOLLOW_PRESUMED_US = 250_000;
const CALM_FIRST_US = 300_000;
const CALM_LATER_US = 10_000_000;
/** Distance from rest (0..1) from which a face does not count as calm. */
const MOVED = 0.4;
/** Time of calm skin after which the calm ratio is used. */
const KNOWN_US = 200_000;
/**
 * Smile of a first frame over which its folds come to be presumed to be those of a laugh: clips and photos of people who
 * laugh throughout never show calm skin, which is smooth there.
 */
const LAUGHS = [0.25, 0.6] as const;
/** Fraction of such folds that is drawn: whole, they would be a ring around the mouth of a photo that does not laugh. */
const PRESUMED = 0.5;
/** Darkness (as a fraction) over which a texel becomes hair or a frame of glasses instead of a fold. */
const TOO_DARK = [0.22, 0.38] as const;
/** Unevenness of folds below the nose relative to that of the skin beside them, over which they come to be folds. */
const STANDS_OUT = [0.85, 1.4] as const;
/** Time between samples: every third of 30 frames a second. */
const SAMPLE_US = 75_000;
/** Deviation above which the triangle of a texel is drawn. */
const SEEN = 0.012;
/** Mean deviation over the face from which an occluder is assumed, and from which nothing is drawn. */
const COVERED = [0.06, 0.12] as const;
/** Value of ratio 1 in the drawn image; 0 marks pixels that are not drawn. */
const ONE = 128;
const PLANE_BYTES = RATIO_LENGTH * Float32Array.BYTES_PER_ELEMENT;

/** Returns how surely a texel of this ratio to its surroundings is no hair and no frame of glasses, 0..1. */
function measurePaleness(relation: number): number {
  return 1 - smoothstep(...TOO_DARK, 1 - relation);
}

/** Creates the memory of a new target. */
export function createRatioMemory(): RatioMemory {
  return {
    calm: new Float32Array(RATIO_LENGTH),
    change: new Float32Array(RATIO_LENGTH),
    changed: 0,
    presumed: 0,
    calmUs: 0,
    unseenUs: 0,
  };
}

/** Creates an expression ratio for patches of an arena, of which it reserves about 110 kB. */
export function createExpressionRatio(arena: KernelArena, face: CanonicalFace): ExpressionRatio {
  return new TexelRatio(arena, face);
}

class TexelRatio implements ExpressionRatio {
  readonly #arena: KernelArena;
  readonly #texels: RatioTexels;
  readonly #shade = createPairShade(MESH_POINT_COUNT);
  readonly #luma: Float32Array;
  /** Blurred texel mask: the fraction of skin within the blur radius of every texel. */
  readonly #around: Float32Array;
  readonly #isDrawn: Uint8Array;
  readonly #plane: number;
  readonly #spare: number;
  readonly #pairs: number;
  readonly #points: number;
  readonly #triangles: number;
  /** Memory whose image is set, and the number of its triangles. */
  #shown: RatioMemory | null = null;
  #count = 0;

  constructor(arena: KernelArena, face: CanonicalFace) {
    this.#arena = arena;
    this.#texels = ratioTexelsOf(face);
    const { count, places, triangles } = this.#texels;
    this.#luma = new Float32Array(count);
    this.#isDrawn = new Uint8Array(triangles.length / 3);
    this.#plane = arena.reserve(PLANE_BYTES + PAST_END);
    this.#spare = arena.reserve(PLANE_BYTES + PAST_END);
    this.#pairs = arena.reserve(2 * RATIO_LENGTH + PAST_END);
    this.#points = arena.reserve(sizeOfPoints(MESH_POINT_COUNT));
    this.#triangles = arena.reserve(triangles.byteLength);
    arena.views.bytes.fill(ONE, this.#pairs, this.#pairs + 2 * RATIO_LENGTH);
    this.#luma.fill(1);
    this.#blurSurroundings();
    const { floats } = arena.views;
    const first = this.#plane / 4;
    this.#around = Float32Array.from(places, (place) => floats[first + place]);
  }

  draw(patch: FacePatch, memory: RatioMemory, frame: RatioFrame): void {
    memory.unseenUs += frame.elapsedUs;
    const isDue = memory.unseenUs > SAMPLE_US || memory.calmUs === 0;
    if (isDue) {
      this.#sample(patch, frame);
      this.#blurSurroundings();
      this.#follow(memory, frame);
      memory.unseenUs = 0;
    }
    if (isDue || this.#shown !== memory) {
      const covered = smoothstep(...COVERED, memory.changed);
      const strength = memory.calmUs < KNOWN_US ? 0 : frame.strength * (1 - covered);
      this.#count = strength > 0 ? this.#setRatio(memory, strength) : 0;
      this.#shown = memory;
    }
    this.#multiply(patch, this.#count, frame);
  }

  /**
   * Samples the luma of a frame into the texture. Each value is the mean of four pixels one texel apart, so that large
   * faces are not sampled too sparsely.
   */
  #sample({ arena, left, top, width, height, planes }: FacePatch, frame: RatioFrame): void {
    const { bytes } = arena.views;
    const { count, points, weights } = this.#texels;
    const { seen, black, faceWidth } = frame;
    const apart = Math.round(Math.max(1, faceWidth / RATIO_SIZE));
    const right = width - apart - 1.001;
    const bottom = height - apart - 1.001;
    const below = apart * width;
    for (let index = 0, at = 0; index < count; index += 1, at += 3) {
      const first = points[at] * 3;
      const second = points[at + 1] * 3;
      const third = points[at + 2] * 3;
      const a = weights[at];
      const b = weights[at + 1];
      const c = weights[at + 2];
      const x = seen[first] * a + seen[second] * b + seen[third] * c - left - apart / 2;
      const y = seen[first + 1] * a + seen[second + 1] * b + seen[third + 1] * c - top - apart / 2;
      const across = clamp(x, 0, right);
      const down = clamp(y, 0, bottom);
      const column = across | 0;
      const row = down | 0;
      const u = across - column;
      const v = down - row;
      const at0 = planes.partLuma + row * width + column;
      const upper = bytes[at0] * (1 - u) + bytes[at0 + apart] * u;
      const lower = bytes[at0 + below] * (1 - u) + bytes[at0 + below + apart] * u;
      this.#luma[index] = Math.max(1, upper * (1 - v) + lower * v - black);
    }
  }

  /** Blurs the sampled luma, in the arena. */
  #blurSurroundings(): void {
    const { kernels, views } = this.#arena;
    const { count, places } = this.#texels;
    const { floats } = views;
    const first = this.#plane / 4;
    kernels.clear(this.#plane, PLANE_BYTES);
    for (let index = 0; index < count; index += 1) {
      floats[first + places[index]] = this.#luma[index];
    }
    kernels.blurPlane(this.#plane, RATIO_SIZE, RATIO_SIZE, SURROUNDINGS, this.#spare);
  }

  /** Updates a memory from the sampled luma. */
  #follow(memory: RatioMemory, { expression, restSmile }: RatioFrame): void {
    const { floats } = this.#arena.views;
    const { count, places, laughing } = this.#texels;
    const { calm, change, unseenUs } = memory;
    const first = this.#plane / 4;
    const isFirst = memory.calmUs === 0;
    const calmness = Math.max(0, 1 - expression / MOVED);
    const timeUs = clamp(memory.calmUs, CALM_FIRST_US, CALM_LATER_US);
    const weight = isFirst ? 1 : calmness * smoothingFactor(unseenUs, timeUs);
    const presumed = isFirst ? smoothstep(...LAUGHS, restSmile) * this.#measureFolds() : 0;
    memory.presumed = isFirst ? presumed : memory.presumed * (1 - weight);
    const followUs = FOLLOW_US + (FOLLOW_PRESUMED_US - FOLLOW_US) * memory.presumed;
    const following = isFirst ? 1 : smoothingFactor(unseenUs, followUs);
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const around = floats[first + places[index]] / this.#around[index];
      const relation = this.#luma[index] / around;
      const found = calm[index] + (relation - calm[index]) * weight;
      const fold =
        presumed === 0 ? 0 : PRESUMED * presumed * laughing[index] * measurePaleness(relation);
      const usual = found + (1 - found) * fold;
      calm[index] = usual;
      const isPlain = usual > MIN_CALM && usual < MAX_CALM;
      const ratio = isPlain ? clamp(relation / usual, DARKEST, BRIGHTEST) - 1 : 0;
      change[index] += (ratio - change[index]) * following;
      sum += Math.abs(change[index]);
    }
    memory.calmUs += unseenUs * calmness + 1 + (presumed > 0 ? KNOWN_US : 0);
    memory.changed = sum / count;
  }

  /**
   * Returns how surely folds of a laugh are seen in the sampled luma, 0..1: they stand out from the skin around them,
   * which is as rough below a beard or in hard light.
   */
  #measureFolds(): number {
    const { floats } = this.#arena.views;
    const { count, places, laughing, belowNose } = this.#texels;
    const first = this.#plane / 4;
    let [ofFolds, foldArea] = [0, 1e-6];
    let [ofRest, restArea] = [1e-6, 0];
    for (let index = belowNose; index < count; index += 1) {
      const around = floats[first + places[index]] / this.#around[index];
      const uneven = Math.abs(this.#luma[index] / around - 1);
      ofFolds += uneven * laughing[index];
      foldArea += laughing[index];
      ofRest += uneven * (1 - laughing[index]);
      restArea += 1 - laughing[index];
    }
    return smoothstep(...STANDS_OUT, (ofFolds * restArea) / (ofRest * foldArea));
  }

  /** Sets the drawn ratio image; returns its number of triangles. */
  #setRatio({ change }: RatioMemory, strength: number): number {
    const { bytes, shorts } = this.#arena.views;
    const { count, places, triangleOf, triangles, strength: strengths } = this.#texels;
    const isDrawn = this.#isDrawn;
    isDrawn.fill(0);
    for (let index = 0; index < count; index += 1) {
      const found = change[index];
      const plain = Math.max(1, strengths[index]) ** 2;
      const certain = smoothstep(WRINKLE[0], WRINKLE[1], Math.abs(found) * plain);
      const drawn = found * certain * strengths[index] * strength;
      const at = this.#pairs + 2 * places[index];
      bytes[at] = ONE * (1 + drawn) + 0.5;
      bytes[at + 1] = bytes[at];
      if (Math.abs(drawn) > SEEN) {
        isDrawn[triangleOf[index]] = 1;
      }
    }
    let end = this.#triangles / 2;
    for (let triangle = 0; triangle < isDrawn.length; triangle += 1) {
      if (isDrawn[triangle] === 1) {
        shorts[end] = triangles[triangle * 3];
        shorts[end + 1] = triangles[triangle * 3 + 1];
        shorts[end + 2] = triangles[triangle * 3 + 2];
        end += 3;
      }
    }
    return (end - this.#triangles / 2) / 3;
  }

  #multiply(patch: FacePatch, count: number, { drawn }: RatioFrame): void {
    if (count === 0) {
      return;
    }
    const { kernels, views } = this.#arena;
    const { left, top, width, height, planes, drawn: area } = patch;
    const { ratio, luma } = planes;
    const start = ratio + area.top * width;
    const end = ratio + area.bottom * width;
    kernels.clear(start, end - start);
    setPoints(views.floats, this.#points, {
      to: { points: drawn, step: 3, originX: left, originY: top, scale: 1 },
      from: { points: this.#texels.layout, step: 2, originX: 0, originY: 0, scale: 1 },
      shade: this.#shade,
    });
    const size = RATIO_SIZE;
    kernels.drawPairs(
      ratio,
      ratio,
      width,
      height,
      this.#pairs,
      size,
      size,
      this.#points,
      this.#triangles,
      count,
    );
    kernels.modulatePlane(luma + area.top * width, start, end - start);
  }
}
