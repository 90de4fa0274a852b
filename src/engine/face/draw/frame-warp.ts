/**
 * Warps the frame of the target to a changed mesh: the face with its eyes and the inside of its mouth, and a ring
 * around it that absorbs the change. Outline, ears and hair move smoothly, and nothing beyond the ring moves.
 */
import {
  type ArenaTriangles,
  storeTriangles,
  POINT_VALUES,
  sizeOfPoints,
} from '../../pixels/draw-triangles.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import {
  WARP_MAP_BYTES,
  WARP_MAP_STEP,
  computeWarpMapWidth,
  type FacePatch,
} from './face-patch.ts';

/** Warps the frames of one swapper; keeps its working memory. */
export interface FrameWarp {
  /** Sets the warp map of a patch from one mesh to another with the same points (x, y and z per point). */
  measure(patch: FacePatch, from: Float32Array, to: Float32Array): void;
  /** Warps the original frame of a patch by its map. Pixels that the drawn face covers completely stay unchanged. */
  warpPlane(patch: FacePatch): void;
}

/** Distance of the outermost ring from the centre of the face, as a multiple of the distance of the outline. */
export const WARP_REACH = 1.42;
/**
 * Distances of the rings, as multiples of the outline's, and the fraction of the outline's movement that they follow.
 * The first ring lies within the face and is drawn below it: it closes the gap where the mesh folds over at the
 * outline.
 */
const RINGS = [
  [0.8, 1],
  [1.06, 0.85],
  [1.16, 0.5],
  [1.28, 0.18],
  [WARP_REACH, 0],
] as const;
/** Outline points on both sides over which movement is averaged: further out, corners would show. */
const EVENED = 2;
/** Mean movement of the points (pixels) up to which the frame is not warped. */
const SMALLEST_CHANGE = 0.05;
const COUNT = FACE_OVAL.length;
const POINT_COUNT = MESH_POINT_COUNT + RINGS.length * COUNT;

/** Creates a warp for patches in an arena; it reserves memory there. */
export function createFrameWarp(arena: KernelArena, face: CanonicalFace): FrameWarp {
  return new RingWarp(arena, face);
}

class RingWarp implements FrameWarp {
  readonly #arena: KernelArena;
  readonly #from = new Float32Array(POINT_COUNT * 3);
  readonly #to = new Float32Array(POINT_COUNT * 3);
  readonly #triangles: ArenaTriangles;
  /** Offset of the points in the arena. */
  readonly #points: number;
  #isWarped = false;

  constructor(arena: KernelArena, face: CanonicalFace) {
    this.#arena = arena;
    this.#triangles = storeTriangles(arena, listTriangles(face));
    this.#points = arena.reserve(sizeOfPoints(POINT_COUNT));
  }

  measure(patch: FacePatch, before: Float32Array, after: Float32Array): void {
    this.#from.set(before.subarray(0, MESH_POINT_COUNT * 3));
    this.#to.set(after.subarray(0, MESH_POINT_COUNT * 3));
    this.#isWarped = computeChange(this.#from, this.#to) > SMALLEST_CHANGE;
    const { kernels } = this.#arena;
    const { field } = patch.planes;
    const [fieldWidth, fieldHeight] = [
      computeWarpMapWidth(patch.width),
      computeWarpMapWidth(patch.height),
    ];
    kernels.clear(field, fieldWidth * fieldHeight * WARP_MAP_BYTES);
    if (this.#isWarped) {
      positionRings(this.#from, this.#to);
      this.#setMovements(patch);
      const { at, count } = this.#triangles;
      kernels.rasterizeWarp(field, fieldWidth, fieldHeight, this.#points, at, count);
    }
  }

  warpPlane({ width, height, planes }: FacePatch): void {
    if (!this.#isWarped) {
      return;
    }
    const { kernels } = this.#arena;
    const { frameY, frameU, frameV, lineY, lineU, lineV } = planes;
    const { partLuma, partChroma, mask, field } = planes;
    const fieldWidth = computeWarpMapWidth(width);
    const [half, halfHeight] = [width >> 1, height >> 1];
    kernels.warpPlane(frameY, lineY, width, height, partLuma, mask, field, fieldWidth);
    kernels.interleaveRows(frameU, lineU, frameV, lineV, partChroma, half, halfHeight);
    kernels.warpPairs(
      frameU,
      lineU,
      frameV,
      lineV,
      half,
      halfHeight,
      partChroma,
      mask,
      field,
      fieldWidth,
    );
  }

  /** Sets the points of the warp map; see `rasterizeWarp` of `kernels`. */
  #setMovements({ left, top }: FacePatch): void {
    const { floats } = this.#arena.views;
    const [from, to] = [this.#from, this.#to];
    // The first sample of the map lies at the centre of the first pixel.
    const originX = left + 0.5 - WARP_MAP_STEP / 2;
    const originY = top + 0.5 - WARP_MAP_STEP / 2;
    let at = this.#points / 4;
    for (let point = 0; point < POINT_COUNT; point += 1, at += POINT_VALUES) {
      const x = to[point * 3];
      const y = to[point * 3 + 1];
      floats[at] = (x - originX) / WARP_MAP_STEP;
      floats[at + 1] = (y - originY) / WARP_MAP_STEP;
      floats[at + 2] = from[point * 3] - x;
      floats[at + 3] = from[point * 3 + 1] - y;
      floats[at + 4] = from[point * 3];
      floats[at + 5] = from[point * 3 + 1];
    }
  }
}

/** Returns the number of a point of a ring, or of the outline for the ring -1. */
function pointOfRing(ring: number, index: number): number {
  const around = (index + COUNT) % COUNT;
  return ring < 0 ? FACE_OVAL[around] : MESH_POINT_COUNT + ring * COUNT + around;
}

/** Lists the triangles, three points each; later triangles overwrite earlier ones. */
function listTriangles(face: CanonicalFace): Uint16Array {
  const triangles: number[] = [];
  addBand(triangles, 0, 1);
  triangles.push(...face.triangles);
  for (let ring = 1; ring < RINGS.length; ring += 1) {
    addBand(triangles, ring === 1 ? -1 : ring - 1, ring);
  }
  return Uint16Array.from(triangles);
}

/** Adds the triangles between two rings. */
function addBand(triangles: number[], inner: number, outer: number): void {
  for (let index = 0; index < COUNT; index += 1) {
    const start = pointOfRing(inner, index);
    const end = pointOfRing(outer, index + 1);
    triangles.push(start, pointOfRing(outer, index), end);
    triangles.push(start, end, pointOfRing(inner, index + 1));
  }
}

function positionRings(from: Float32Array, to: Float32Array): void {
  let middleX = 0;
  let middleY = 0;
  for (let index = 0; index < COUNT; index += 1) {
    middleX += from[FACE_OVAL[index] * 3] / COUNT;
    middleY += from[FACE_OVAL[index] * 3 + 1] / COUNT;
  }
  for (let index = 0; index < COUNT; index += 1) {
    let changeX = 0;
    let changeY = 0;
    for (let side = -EVENED; side <= EVENED; side += 1) {
      const at = pointOfRing(-1, index + side) * 3;
      changeX += (to[at] - from[at]) / (2 * EVENED + 1);
      changeY += (to[at + 1] - from[at + 1]) / (2 * EVENED + 1);
    }
    const outline = FACE_OVAL[index] * 3;
    for (let ring = 0; ring < RINGS.length; ring += 1) {
      const at = pointOfRing(ring, index) * 3;
      const [distance, weight] = RINGS[ring];
      from[at] = middleX + (from[outline] - middleX) * distance;
      from[at + 1] = middleY + (from[outline + 1] - middleY) * distance;
      to[at] = from[at] + changeX * weight;
      to[at + 1] = from[at + 1] + changeY * weight;
    }
  }
}

/** Returns the mean movement of the points: horizontal and vertical pixels together. */
function computeChange(from: Float32Array, to: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < MESH_POINT_COUNT * 3; at += 3) {
    sum += Math.abs(to[at] - from[at]) + Math.abs(to[at + 1] - from[at + 1]);
  }
  return sum / MESH_POINT_COUNT;
}
