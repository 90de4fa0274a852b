import type { DrawnPair, PlanePair } from '../pixels/draw-triangles.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { FaceBox } from '../track/face-track.ts';

/** The part of a frame a face is drawn on, with memory that grows to the largest face and is used again. */
export interface FacePatch {
  /** Even, in pixels of the frame. */
  left: number;
  top: number;
  /** Even; 0 when nothing of the face lies in the frame. */
  width: number;
  height: number;
  /** The frame as it was: luma (twice), and both chromas at half the size. */
  partLuma: PlanePair;
  partChroma: PlanePair;
  /** The frame bent to the new outline: luma (the second plane means nothing), and chromas. */
  baseLuma: DrawnPair;
  baseChroma: DrawnPair;
  /** Where the face is drawn, in pixels of the patch: even, at least a pixel from its edges. */
  drawn: DrawnArea;
  /** The drawn face: luma and mask, then both chromas as under even light, 0 where nothing is drawn. */
  luma: DrawnPair;
  chroma: DrawnPair;
}

/** Part of a patch. */
export interface DrawnArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Luma of black, and that of the face above it. */
export interface SkinLight {
  black: number;
  reference: number;
}

/** Room around a face for what is bent, as part of its size. */
const MARGIN = 0.22;

/** A patch without memory yet. */
export function createFacePatch(): FacePatch {
  return {
    left: 0,
    top: 0,
    width: 0,
    height: 0,
    partLuma: createPart(0, 0),
    partChroma: createPart(0, 0),
    baseLuma: createPair(0, 0),
    baseChroma: createPair(0, 0),
    drawn: { left: 0, top: 0, right: 0, bottom: 0 },
    luma: createPair(0, 0),
    chroma: createPair(0, 0),
  };
}

/** Lays the patch under a face and takes the frame along; nothing is drawn or bent then. */
export function placePatch(patch: FacePatch, frame: I420Frame, box: Readonly<FaceBox>): void {
  const marginX = box.width * MARGIN;
  const marginY = box.height * MARGIN;
  patch.left = Math.max(0, Math.floor((box.left - marginX) / 2) * 2 - 2);
  patch.top = Math.max(0, Math.floor((box.top - marginY) / 2) * 2 - 2);
  const right = Math.min(frame.width & ~1, Math.ceil((box.left + box.width + marginX) / 2) * 2 + 2);
  const bottom = Math.min(
    frame.height & ~1,
    Math.ceil((box.top + box.height + marginY) / 2) * 2 + 2,
  );
  patch.width = Math.max(0, right - patch.left);
  patch.height = Math.max(0, bottom - patch.top);
  const { left, top, width, height } = patch;
  const halfWidth = width >> 1;
  const halfHeight = height >> 1;
  patch.luma = fitPair(patch.luma, width, height, createPair);
  patch.baseLuma = fitPair(patch.baseLuma, width, height, createPair);
  patch.chroma = fitPair(patch.chroma, halfWidth, halfHeight, createPair);
  patch.baseChroma = fitPair(patch.baseChroma, halfWidth, halfHeight, createPair);
  patch.partLuma = fitPair(patch.partLuma, width, height, createPart);
  patch.partChroma = fitPair(patch.partChroma, halfWidth, halfHeight, createPart);
  const { y, u, v, strideY, strideU, strideV } = frame;
  const [halfLeft, halfTop] = [left >> 1, top >> 1];
  const { partLuma, partChroma, baseLuma, baseChroma } = patch;
  takePlane(y, top * strideY + left, strideY, partLuma.first, width, height);
  takePlane(u, halfTop * strideU + halfLeft, strideU, partChroma.first, halfWidth, halfHeight);
  takePlane(v, halfTop * strideV + halfLeft, strideV, partChroma.second, halfWidth, halfHeight);
  baseLuma.first.set(partLuma.first.subarray(0, width * height));
  baseChroma.first.set(partChroma.first.subarray(0, halfWidth * halfHeight));
  baseChroma.second.set(partChroma.second.subarray(0, halfWidth * halfHeight));
  patch.luma.second.fill(0, 0, width * height);
  patch.chroma.first.fill(0, 0, halfWidth * halfHeight);
}

/** Sets which part of the patch a mesh (x, y, z per point, pixels of the frame) covers. */
export function setDrawnArea(
  { drawn, left, top, width, height }: FacePatch,
  mesh: Float32Array,
): void {
  let minX = width;
  let minY = height;
  let maxX = 0;
  let maxY = 0;
  for (let at = 0; at < mesh.length; at += 3) {
    const x = mesh[at]! - left;
    const y = mesh[at + 1]! - top;
    minX = x < minX ? x : minX;
    maxX = x > maxX ? x : maxX;
    minY = y < minY ? y : minY;
    maxY = y > maxY ? y : maxY;
  }
  drawn.left = Math.max(2, Math.floor(minX / 2) * 2);
  drawn.top = Math.max(2, Math.floor(minY / 2) * 2);
  drawn.right = Math.min(width - 2, Math.ceil(maxX / 2) * 2 + 2);
  drawn.bottom = Math.min(height - 2, Math.ceil(maxY / 2) * 2 + 2);
}

/** Copies a part of a plane, without gaps between rows. */
function takePlane(
  plane: Uint8Array,
  start: number,
  stride: number,
  part: Uint8Array,
  width: number,
  height: number,
): void {
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride;
    part.set(plane.subarray(from, from + width), row * width);
  }
}

/** Copies what is drawn back into a plane. */
export function returnPlane(
  drawn: Uint8ClampedArray,
  width: number,
  height: number,
  plane: Uint8Array,
  start: number,
  stride: number,
): void {
  for (let row = 0; row < height; row += 1) {
    plane.set(drawn.subarray(row * width, (row + 1) * width), start + row * stride);
  }
}

/** The same memory with another shape, when it is large enough. */
function fitPair<T extends PlanePair | DrawnPair>(
  pair: T,
  width: number,
  height: number,
  create: (width: number, height: number) => T,
): T {
  if (pair.width === width && pair.height === height) {
    return pair;
  }
  return pair.first.length < width * height ? create(width, height) : { ...pair, width, height };
}

/** Some room, so that a face that comes nearer does not ask for memory in every frame. */
function roomFor(width: number, height: number): number {
  return Math.ceil(width * height * 1.2);
}

function createPair(width: number, height: number): DrawnPair {
  const length = roomFor(width, height);
  return {
    first: new Uint8ClampedArray(length),
    second: new Uint8ClampedArray(length),
    width,
    height,
  };
}

function createPart(width: number, height: number): PlanePair {
  const length = roomFor(width, height);
  return { first: new Uint8Array(length), second: new Uint8Array(length), width, height };
}
