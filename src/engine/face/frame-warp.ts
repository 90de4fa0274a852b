/**
 * Bends the picture of the target to a changed mesh: the face itself, with its eyes and the inside of
 * its mouth, and a ring around it that takes up the change, so that outline, ears and hair move smoothly and nothing
 * beyond the ring moves at all.
 */
import {
  createPairShade,
  drawFirstPlanes,
  drawTriangles,
  type DrawnPair,
  type PlacedMesh,
  type PlanePair,
  type TexturedMesh,
} from '../pixels/draw-triangles.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../track/mesh-points.ts';

/** Draws bent pictures; keeps its working memory. */
export interface FrameWarp {
  /** Sets what is bent: from a mesh to one with the same points (x, y and z per point). */
  bend(from: Float32Array, to: Float32Array): void;
  /**
   * Draws a part of the frame bent over itself. The part lies at `left` and `top` of the frame and is
   * `scale` times as large, and has one plane alone when `isLuma`.
   * `isWhole`: also where the face is covered anyway.
   */
  draw(
    onto: DrawnPair,
    part: PlanePair,
    place: {
      readonly left: number;
      readonly top: number;
      readonly scale: number;
      readonly isLuma: boolean;
    },
    isWhole: boolean,
  ): void;
}

/** How far the outermost ring is from the middle of the face, as part of the distance of the outline. */
export const WARP_REACH = 1.42;
/**
 * The rings: how far they are, and how much of the change of the outline they take part in. The first lies
 * within the face and is drawn below it: where the mesh folds over at the outline, it closes the gap.
 */
const RINGS = [
  [0.8, 1],
  [1.06, 0.85],
  [1.16, 0.5],
  [1.28, 0.18],
  [WARP_REACH, 0],
] as const;
/** Points of the outline to both sides whose change is averaged: far from the face, corners would show. */
const EVENED = 2;
/** Below this (pixels) nothing is bent. */
const SMALLEST_CHANGE = 0.05;
const COUNT = FACE_OVAL.length;

/** A warp; `isCovered` tells which mesh points a face that is wholly seen covers with their surroundings. */
export function createFrameWarp(
  face: CanonicalFace,
  isCovered: (point: number) => boolean,
): FrameWarp {
  const pointCount = MESH_POINT_COUNT + RINGS.length * COUNT;
  const shade = createPairShade(pointCount);
  const from: PlacedMesh = {
    points: new Float32Array(pointCount * 3),
    step: 3,
    originX: 0,
    originY: 0,
    scale: 1,
  };
  const to: PlacedMesh = { ...from, points: new Float32Array(pointCount * 3) };
  const { open, covered } = listTriangles(face, isCovered);
  const openMesh: TexturedMesh = { triangles: open, to, from, shade };
  const coveredMesh: TexturedMesh = { triangles: covered, to, from, shade };
  let isBent = false;
  return {
    bend(before, after) {
      from.points.set(before.subarray(0, MESH_POINT_COUNT * 3));
      to.points.set(after.subarray(0, MESH_POINT_COUNT * 3));
      isBent = changeOf(from.points, to.points) > SMALLEST_CHANGE;
      placeRings(from.points, to.points);
    },
    draw(onto, part, { left, top, scale, isLuma }, isWhole) {
      if (!isBent) {
        return;
      }
      for (const mesh of [from, to]) {
        mesh.originX = left;
        mesh.originY = top;
        mesh.scale = scale;
      }
      const drawMesh = isLuma ? drawFirstPlanes : drawTriangles;
      if (isWhole) {
        drawMesh(onto, part, coveredMesh);
      }
      drawMesh(onto, part, openMesh);
    },
  };
}

/** The number of a point of a ring, or of the outline for the ring -1. */
function pointOfRing(ring: number, index: number): number {
  const around = (index + COUNT) % COUNT;
  return ring < 0 ? FACE_OVAL[around]! : MESH_POINT_COUNT + ring * COUNT + around;
}

function listTriangles(
  face: CanonicalFace,
  isCovered: (point: number) => boolean,
): { readonly open: Uint16Array; readonly covered: Uint16Array } {
  const open: number[] = [];
  addBand(open, 0, 1);
  const covered: number[] = [];
  for (let at = 0; at < face.triangles.length; at += 3) {
    const corners = face.triangles.subarray(at, at + 3);
    (corners.every(isCovered) ? covered : open).push(...corners);
  }
  for (let ring = 1; ring < RINGS.length; ring += 1) {
    addBand(open, ring === 1 ? -1 : ring - 1, ring);
  }
  return { open: Uint16Array.from(open), covered: Uint16Array.from(covered) };
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

function placeRings(from: Float32Array, to: Float32Array): void {
  let middleX = 0;
  let middleY = 0;
  for (let index = 0; index < COUNT; index += 1) {
    middleX += from[FACE_OVAL[index]! * 3]! / COUNT;
    middleY += from[FACE_OVAL[index]! * 3 + 1]! / COUNT;
  }
  for (let index = 0; index < COUNT; index += 1) {
    let changeX = 0;
    let changeY = 0;
    for (let side = -EVENED; side <= EVENED; side += 1) {
      const at = pointOfRing(-1, index + side) * 3;
      changeX += (to[at]! - from[at]!) / (2 * EVENED + 1);
      changeY += (to[at + 1]! - from[at + 1]!) / (2 * EVENED + 1);
    }
    const outline = FACE_OVAL[index]! * 3;
    for (let ring = 0; ring < RINGS.length; ring += 1) {
      const at = pointOfRing(ring, index) * 3;
      const [distance, share] = RINGS[ring]!;
      from[at] = middleX + (from[outline]! - middleX) * distance;
      from[at + 1] = middleY + (from[outline + 1]! - middleY) * distance;
      to[at] = from[at] + changeX * share;
      to[at + 1] = from[at + 1]! + changeY * share;
    }
  }
}

/** The mean movement of a point. */
function changeOf(from: Float32Array, to: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < MESH_POINT_COUNT * 3; at += 3) {
    sum += Math.abs(to[at]! - from[at]!) + Math.abs(to[at + 1]! - from[at + 1]!);
  }
  return sum / MESH_POINT_COUNT;
}
