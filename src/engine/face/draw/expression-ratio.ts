/**
 * Carries wrinkles, furrows and the shading of cheeks and lids from a target to the face that is drawn over it: the expression ratio
 * images of Liu, Shan and Zhang (2001). What is drawn is multiplied by what the skin of the target is darker or brighter than
 * the same skin when its face is calm:
 *
 *   luma of the frame, laid out -> by its surroundings -> by the same of calm frames -> limited -> drawn on the mesh
 *
 * Lines that a target always has are in both and come to 1, so that nothing of its identity is carried along. Light is in the
 * surroundings and comes to 1 as well.
 */
import { setPoints, sizeOfPoints, createPairShade } from '../../pixels/draw-triangles.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import { PAST_END } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, smoothingFactor, smoothstep } from '../../vision/math.ts';
import type { FacePatch } from './face-patch.ts';
import { RATIO_LENGTH, RATIO_SIZE, type RatioTexels, ratioTexelsOf } from './ratio-texels.ts';

/** What is known of the skin of one target, place by place. */
export interface RatioMemory {
  /** Luma by that of its surroundings when the face is calm. */
  readonly calm: Float32Array;
  /** By how much it differs from that now, over a few frames: 0 not at all. */
  readonly change: Float32Array;
  /** The mean of that. */
  changed: number;
  /** How long calm skin was seen; none of it counts below a moment. */
  calmUs: number;
  /** How long ago a frame was sampled. */
  unseenUs: number;
}

/** What a target does in a frame. */
export interface RatioFrame {
  /** Its mesh, and the mesh that is drawn, x, y and z per point. */
  readonly seen: Float32Array;
  readonly drawn: Float32Array;
  readonly faceWidth: number;
  /** Luma of black. */
  readonly black: number;
  /** How far the face is from rest, 0..1. */
  readonly expression: number;
  /** How much of what is found is drawn, 0..1. */
  readonly strength: number;
  readonly elapsedUs: number;
}

/** Draws the wrinkles of targets; keeps its working memory. */
export interface ExpressionRatio {
  /** Learns from the frame of a patch; then multiplies what was drawn on it. */
  draw(patch: FacePatch, memory: RatioMemory, frame: RatioFrame): void;
}

/** Reach of the surroundings in places of the texture: wider than furrows, narrower than what light makes of a face. */
const SURROUNDINGS = 4;
/** Darker and brighter than this is no wrinkle. */
const DARKEST = 0.6;
const BRIGHTEST = 1.04;
/** Changes up to the first are noise, from the second on wrinkles; a forehead is plain, so less is seen as one there. */
const WRINKLE = [0.04, 0.1] as const;
/** Skin that is so unlike its surroundings when calm is hair, a beard or a mark. */
const LEAST_CALM = 0.8;
const MOST_CALM = 1.25;
/** How slowly wrinkles are followed, and calm skin at first and later. */
const FOLLOW_US = 60_000;
const CALM_FIRST_US = 300_000;
const CALM_LATER_US = 10_000_000;
/** How far a face is from rest (0..1) from where on nothing of it is calm. */
const MOVED = 0.4;
/** Calm skin is believed after this time. */
const KNOWN_US = 200_000;
/** Time between samples: every third of 30 frames a second. */
const SAMPLE_US = 75_000;
/** Changes below this are not drawn. */
const SEEN = 0.012;
/** Mean change over the face from which something is in front of it, and at which nothing is drawn any more. */
const COVERED = [0.06, 0.12] as const;
/** What stands for 1 in the drawn image; 0 is where nothing is drawn. */
const ONE = 128;
const PLANE_BYTES = RATIO_LENGTH * Float32Array.BYTES_PER_ELEMENT;

/** Memory for a target that was not seen yet. */
export function createRatioMemory(): RatioMemory {
  return {
    calm: new Float32Array(RATIO_LENGTH),
    change: new Float32Array(RATIO_LENGTH),
    changed: 0,
    calmUs: 0,
    unseenUs: 0,
  };
}

/** An expression ratio for patches of an arena, of which it keeps about 200 kB. */
export function createExpressionRatio(arena: KernelArena, face: CanonicalFace): ExpressionRatio {
  return new TexelRatio(arena, face);
}

class TexelRatio implements ExpressionRatio {
  readonly #arena: KernelArena;
  readonly #texels: RatioTexels;
  readonly #shade = createPairShade(MESH_POINT_COUNT);
  readonly #luma: Float32Array;
  /** How much of the surroundings of every place is skin. */
  readonly #around: Float32Array;
  readonly #isDrawn: Uint8Array;
  readonly #plane: number;
  readonly #spare: number;
  readonly #pairs: number;
  readonly #points: number;
  readonly #triangles: number;
  /** Whose image is set, and how many triangles it needs. */
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

  /** Lays the luma of a frame out: the mean of four pixels a place apart, so that larger faces are not sampled too sparsely. */
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

  /** Blurs what was sampled, in the arena. */
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

  /** Brings a memory up to the frame. */
  #follow(memory: RatioMemory, { expression }: RatioFrame): void {
    const { floats } = this.#arena.views;
    const { count, places } = this.#texels;
    const { calm, change, unseenUs } = memory;
    const first = this.#plane / 4;
    const isFirst = memory.calmUs === 0;
    const calmness = Math.max(0, 1 - expression / MOVED);
    const timeUs = clamp(memory.calmUs, CALM_FIRST_US, CALM_LATER_US);
    const weight = isFirst ? 1 : calmness * smoothingFactor(unseenUs, timeUs);
    const following = isFirst ? 1 : smoothingFactor(unseenUs, FOLLOW_US);
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const around = floats[first + places[index]] / this.#around[index];
      const relation = this.#luma[index] / around;
      const usual = calm[index] + (relation - calm[index]) * weight;
      calm[index] = usual;
      const isPlain = usual > LEAST_CALM && usual < MOST_CALM;
      const ratio = isPlain ? clamp(relation / usual, DARKEST, BRIGHTEST) - 1 : 0;
      change[index] += (ratio - change[index]) * following;
      sum += Math.abs(change[index]);
    }
    memory.calmUs += unseenUs * calmness + 1;
    memory.changed = sum / count;
  }

  /** Sets the image that is drawn; returns how many triangles it needs. */
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
