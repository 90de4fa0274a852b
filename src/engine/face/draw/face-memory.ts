import type { I420Frame } from '../../pixels/frame.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { Detail } from './blend-patch.ts';
import { smoothingFactor } from '../../vision/math.ts';
import { createDepthMemory, type DepthMemory } from './depth-memory.ts';
import { createWornGlasses, type WornGlasses } from '../glasses/worn-glasses.ts';
import { createShapeMemory, type ShapeMemory } from '../shape/face-shaper.ts';
import { createRatioMemory, type RatioMemory } from './expression-ratio.ts';
import { createRimMemory, type RimMemory } from './rim-colours.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

/** Learnt state of one face: lighting and complexion hardly change from frame to frame. */
export interface FaceMemory {
  /** Skin of the target, smoothed over the face and over time. */
  readonly skin: SkinColours;
  /** Colours of the target per point, not smoothed over the face, averaged over time. */
  readonly shown: SkinColours;
  /** Similarity of every point to skin, 0..1, averaged over time. */
  readonly likeness: Float32Array;
  readonly detail: Detail;
  readonly shape: ShapeMemory;
  /** Calm skin of the face. */
  readonly ratio: RatioMemory;
  /** Surroundings of the face. */
  readonly rim: RimMemory;
  readonly glasses: WornGlasses;
  /** Gain of the source's contrast. */
  contrast: number;
  /** Depth of the target's features. */
  readonly depth: DepthMemory;
  /** Luma at a few points of the last sampled frame, and the time since then. */
  readonly light: Float32Array;
  unseenUs: number;
  /** Yaw of the last sampled frame, in radians. */
  sampledYaw: number;
  /** Index of the drawn texture level. */
  level: number;
  /** Blur variance that feature edges of the target have beyond the drawn ones, in squared pixels. */
  softer: number;
  /** True when the memory has no samples yet. */
  isEmpty: boolean;
  /** True when the face is the one whose state is handed over; null until that is known. See `face-handover.ts`. */
  isHeld: boolean | null;
  /** Swap counter at the last use. */
  lastUse: number;
  /** Stream time of the last frame. */
  lastUs: number;
}

/** State that takes longest to learn; every array is a copy. */
export interface LearntFace extends Pick<
  ShapeMemory,
  'usualYaw' | 'usualPitch' | 'knownUs' | 'restTimeUs' | 'restSmile'
> {
  readonly rest: Float32Array;
  readonly openEyes: Float32Array;
  readonly calm: Float32Array;
  readonly calmUs: number;
}

/** Maximum number of remembered faces; beyond, the least recently seen one is removed. */
const MAX_FACES = 16;
/** Time constant of colours in steady light, and the mean change of luma from which new colours replace the old. */
const CALM_TIME_US = 230_000;
const LIGHT_CHANGE = 14;
/** Time constant of `likeness`, which falls when hair covers a point. */
const LIKENESS_TIME_US = 75_000;

/** Step between the mesh points that are checked for a change of light. */
const LIGHT_STEP = 8;
const LIGHT_POINT_COUNT = Math.ceil(MESH_POINT_COUNT / LIGHT_STEP);
/**
 * Maximum change of luma in steady light: of the mean, and of the mean absolute difference. Noise comes to half of
 * that.
 */
const MAX_BRIGHTER = 1.5;
const MAX_CHANGED = 8;

/** Memories of faces by their number. */
export interface FaceMemories {
  /** Returns the memory of a face; it is empty when `isNew` or the face is unknown. */
  recall(id: number, isNew: boolean): FaceMemory;
}

/** Creates the memories for the faces of one stream. */
export function createFaceMemories(): FaceMemories {
  const memories = new Map<number, FaceMemory>();
  let uses = 0;
  return {
    recall(id, isNew) {
      uses += 1;
      let memory = memories.get(id);
      if (memory === undefined) {
        memory = removeOldest(memories) ?? createFaceMemory();
        memories.set(id, memory);
        setEmpty(memory);
      } else if (isNew) {
        setEmpty(memory);
      }
      memory.lastUse = uses;
      return memory;
    },
  };
}

function setEmpty(memory: FaceMemory): void {
  memory.isEmpty = true;
  memory.isHeld = null;
}

/** Copies the learnt state of a face. */
export function copyLearnt({ shape, ratio }: FaceMemory): LearntFace {
  const { rest, openEyes, usualYaw, usualPitch, knownUs, restTimeUs, restSmile } = shape;
  return {
    rest: rest.slice(),
    openEyes: openEyes.slice(),
    usualYaw,
    usualPitch,
    knownUs,
    restTimeUs,
    restSmile,
    calm: ratio.calm.slice(),
    calmUs: ratio.calmUs,
  };
}

/** Restores a learnt state from elsewhere. */
export function restoreLearnt({ shape, ratio }: FaceMemory, learnt: LearntFace): void {
  const { usualYaw, usualPitch, knownUs, restTimeUs, restSmile } = learnt;
  shape.rest.set(learnt.rest);
  shape.openEyes.set(learnt.openEyes);
  Object.assign(shape, { usualYaw, usualPitch, knownUs, restTimeUs, restSmile });
  ratio.calm.set(learnt.calm);
  ratio.calmUs = learnt.calmUs;
}

/** Interpolates from the learnt state of a face to that of elsewhere: 0 keeps it, 1 replaces it. */
export function approachLearnt(
  { shape, ratio }: FaceMemory,
  learnt: LearntFace,
  weight: number,
): void {
  follow(shape.rest, learnt.rest, weight);
  follow(shape.openEyes, learnt.openEyes, weight);
  follow(ratio.calm, learnt.calm, weight);
  shape.usualYaw += (learnt.usualYaw - shape.usualYaw) * weight;
  shape.usualPitch += (learnt.usualPitch - shape.usualPitch) * weight;
  shape.knownUs += (learnt.knownUs - shape.knownUs) * weight;
  shape.restTimeUs += (learnt.restTimeUs - shape.restTimeUs) * weight;
  shape.restSmile += (learnt.restSmile - shape.restSmile) * weight;
  ratio.calmUs += (learnt.calmUs - ratio.calmUs) * weight;
}

/**
 * Averages the colours of a frame into a memory, `elapsedUs` after the last one; slowly unless the light has changed.
 */
export function remember(
  memory: FaceMemory,
  fresh: {
    readonly skin: SkinColours;
    readonly shown: SkinColours;
    readonly likeness: Float32Array;
    readonly contrast: number;
  },
  elapsedUs: number,
): void {
  const calmWeight = memory.isEmpty ? 1 : smoothingFactor(elapsedUs, CALM_TIME_US);
  const likenessWeight = memory.isEmpty ? 1 : smoothingFactor(elapsedUs, LIKENESS_TIME_US);
  const weight = computeWeight(memory.skin.y, fresh.skin.y, calmWeight);
  for (const kind of ['skin', 'shown'] as const) {
    follow(memory[kind].y, fresh[kind].y, weight);
    follow(memory[kind].u, fresh[kind].u, weight);
    follow(memory[kind].v, fresh[kind].v, weight);
  }
  follow(memory.likeness, fresh.likeness, likenessWeight);
  memory.contrast += (fresh.contrast - memory.contrast) * calmWeight;
}

/** Samples the luma on a face, whose mesh has x, y and z per point. */
export function noteLight({ light }: FaceMemory, frame: I420Frame, mesh: Float32Array): void {
  for (let index = 0; index < LIGHT_POINT_COUNT; index += 1) {
    light[index] = lumaAt(frame, mesh, index * LIGHT_STEP);
  }
}

/** Returns whether the light on a face has changed since it was sampled, by lamps, shadows or hands. */
export function hasOtherLight(
  { light }: FaceMemory,
  frame: I420Frame,
  mesh: Float32Array,
): boolean {
  let brighter = 0;
  let changed = 0;
  for (let index = 0; index < LIGHT_POINT_COUNT; index += 1) {
    const change = lumaAt(frame, mesh, index * LIGHT_STEP) - light[index];
    brighter += change;
    changed += Math.abs(change);
  }
  return (
    Math.abs(brighter) > MAX_BRIGHTER * LIGHT_POINT_COUNT ||
    changed > MAX_CHANGED * LIGHT_POINT_COUNT
  );
}

/** Returns the luma of the pixel under a point, clamped to the frame. */
function lumaAt({ y, strideY, width, height }: I420Frame, mesh: Float32Array, point: number) {
  const column = Math.max(0, Math.min(width - 1, Math.floor(mesh[point * 3])));
  const row = Math.max(0, Math.min(height - 1, Math.floor(mesh[point * 3 + 1])));
  return y[row * strideY + column];
}

function computeWeight(known: Float32Array, fresh: Float32Array, calmWeight: number): number {
  let change = 0;
  for (let point = 0; point < known.length; point += 1) {
    change += Math.abs(known[point] - fresh[point]) / known.length;
  }
  return calmWeight + (1 - calmWeight) * Math.min(1, change / LIGHT_CHANGE);
}

function follow(known: Float32Array, fresh: Float32Array, weight: number): void {
  for (let point = 0; point < known.length; point += 1) {
    known[point] += (fresh[point] - known[point]) * weight;
  }
}

function removeOldest(memories: Map<number, FaceMemory>): FaceMemory | undefined {
  if (memories.size < MAX_FACES) {
    return undefined;
  }
  let oldest: [number, FaceMemory] | undefined;
  for (const entry of memories) {
    if (oldest === undefined || entry[1].lastUse < oldest[1].lastUse) {
      oldest = entry;
    }
  }
  if (oldest !== undefined) {
    memories.delete(oldest[0]);
  }
  return oldest?.[1];
}

function createFaceMemory(): FaceMemory {
  return {
    skin: createSkinColours(),
    shown: createSkinColours(),
    likeness: new Float32Array(MESH_POINT_COUNT),
    detail: { softness: 0, grain: 0, maxGrain: 0 },
    shape: createShapeMemory(),
    ratio: createRatioMemory(),
    rim: createRimMemory(),
    glasses: createWornGlasses(),
    contrast: 1,
    depth: createDepthMemory(),
    light: new Float32Array(LIGHT_POINT_COUNT),
    unseenUs: 0,
    sampledYaw: 0,
    level: 0,
    softer: 0,
    isEmpty: true,
    isHeld: null,
    lastUse: 0,
    lastUs: 0,
  };
}
