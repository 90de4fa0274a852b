/**
 * The part of a frame a face is drawn on. Kernels draw on the frame itself where it lies in their memory; other frames are
 * copied there and back:
 *
 *   rows of the frame -> part as it was -> rows, bent in place -> drawing blended into them
 *
 * Whole rows are copied at once, because a view for every row would cost more than what is copied in vain.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { alignOffset, type KernelArena, leadOf, PAST_END } from '../../pixels/simd/kernels.ts';
import type { FaceBox } from '../../track/face-track.ts';

/** Where a patch lies, and where its planes are. */
export interface FacePatch {
  readonly arena: KernelArena;
  /** Even, in pixels of the frame. */
  left: number;
  top: number;
  /** Even; 0 when nothing of the face lies in the frame. */
  width: number;
  height: number;
  /** Where the face is drawn, in pixels of the patch: even, at least a pixel from its edges. */
  readonly drawn: DrawnArea;
  readonly planes: PatchPlanes;
}

/** Places in the arena. Chromas have half the size; rows are without gaps but for those of the frame. */
export interface PatchPlanes {
  /** The frame, from the corner of the patch on, and how many values after each other its rows begin. */
  frameY: number;
  frameU: number;
  frameV: number;
  lineY: number;
  lineU: number;
  lineV: number;
  /** The frame as it was: luma, and space for both chromas in turns. */
  partLuma: number;
  partChroma: number;
  /** How far the frame is bent, for every fourth pixel; see `warpPlane` of `kernels`. */
  field: number;
  /** The drawn face: luma and mask, then both chromas as under even light, 0 where nothing is drawn. */
  luma: number;
  mask: number;
  u: number;
  v: number;
  /** What the drawn luma is multiplied by, see `expression-ratio.ts`. */
  ratio: number;
  /** How pixels are told from skin, for every fourth one: three maps as large as `field`, see `hair-matte.ts`. */
  matte: number;
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

/** That light, and what drawn chroma is multiplied by beside it: hardly anything in pictures without colour. */
export interface DrawnLight extends SkinLight {
  chromaGain: number;
}

/** Room around a face for what is bent, as part of its size. */
const MARGIN = 0.22;
/** Pixels between the places of a field. */
export const WARP_MAP_STEP = 4;
/** Bytes that a place of a field takes. */
export const WARP_MAP_BYTES = 8;
/** Bytes before the rows of a frame that are copied with them; see {@link leadOf}. */
const MOST_LEAD = 16;

/** A patch without memory yet. What is kept in its arena has to be kept before it is placed. */
export function createFacePatch(arena: KernelArena): FacePatch {
  return {
    arena,
    left: 0,
    top: 0,
    width: 0,
    height: 0,
    drawn: { left: 0, top: 0, right: 0, bottom: 0 },
    planes: {
      frameY: 0,
      frameU: 0,
      frameV: 0,
      lineY: 0,
      lineU: 0,
      lineV: 0,
      partLuma: 0,
      partChroma: 0,
      field: 0,
      luma: 0,
      mask: 0,
      u: 0,
      v: 0,
      ratio: 0,
      matte: 0,
    },
  };
}

/** Lays the patch under a face and takes the frame along; nothing is drawn or bent then. */
export function positionPatch(patch: FacePatch, frame: I420Frame, box: Readonly<FaceBox>): void {
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
  if (patch.width > 0 && patch.height > 0) {
    allocatePlanes(patch, frame);
    readPlanes(patch, frame);
  }
}

/** Sets where the planes of a patch lie, one behind the other. */
function allocatePlanes(
  { arena, left, top, width, height, planes }: FacePatch,
  frame: I420Frame,
): void {
  const { y, u, v, strideY, strideU, strideV } = frame;
  const fine = width * height;
  const coarse = fine >> 2;
  const halfHeight = height >> 1;
  const start = arena.fit(0);
  next = start;
  planes.lineY = strideY;
  planes.lineU = strideU;
  planes.lineV = strideV;
  planes.frameY = copyRows(arena, y, top * strideY, strideY * height) + left;
  planes.frameU = copyRows(arena, u, (top >> 1) * strideU, strideU * halfHeight) + (left >> 1);
  planes.frameV = copyRows(arena, v, (top >> 1) * strideV, strideV * halfHeight) + (left >> 1);
  planes.partLuma = reserve(fine);
  planes.partChroma = reserve(2 * coarse);
  const mapSize = warpMapWidthOf(width) * warpMapWidthOf(height) * WARP_MAP_BYTES;
  planes.field = reserve(mapSize);
  planes.luma = reserve(fine);
  planes.mask = reserve(fine);
  planes.u = reserve(coarse);
  planes.v = reserve(coarse);
  planes.ratio = reserve(fine);
  planes.matte = reserve(3 * mapSize);
  arena.fit(next - start);
}

/** Where the next plane lies. */
let next = 0;

function reserve(length: number): number {
  const offset = next;
  next = alignOffset(offset + length + PAST_END);
  return offset;
}

/** Where rows of a plane are: where they lie, or where there is room for them. */
function copyRows(arena: KernelArena, plane: Uint8Array, start: number, length: number): number {
  return arena.holds(plane)
    ? plane.byteOffset + start
    : reserve(length + MOST_LEAD) + leadOf(plane, start);
}

/** Places of the field of a patch along one of its sides; also those of chroma, which are every other one, reach its end. */
export function warpMapWidthOf(side: number): number {
  return 2 * Math.ceil(side / (2 * WARP_MAP_STEP)) + 1;
}

function readPlanes(patch: FacePatch, frame: I420Frame): void {
  const { arena, left, top, width, height, planes } = patch;
  const { kernels } = arena;
  const { frameY, frameU, frameV, lineY, lineU, lineV, partLuma, mask, u } = planes;
  const [halfLeft, halfTop, halfHeight] = [left >> 1, top >> 1, height >> 1];
  bringRows(arena, frame.y, top * lineY, lineY * height, frameY - left);
  bringRows(arena, frame.u, halfTop * lineU, lineU * halfHeight, frameU - halfLeft);
  bringRows(arena, frame.v, halfTop * lineV, lineV * halfHeight, frameV - halfLeft);
  kernels.copyRows(frameY, lineY, partLuma, width, width, height);
  kernels.clear(mask, width * height);
  kernels.clear(u, (width * height) >> 2);
}

/** Copies so many values of a plane into the arena; the last row may end with the plane. */
function bringRows(
  arena: KernelArena,
  plane: Uint8Array,
  start: number,
  length: number,
  offset: number,
): void {
  if (!arena.holds(plane)) {
    const lead = leadOf(plane, start);
    arena.views.bytes.set(plane.subarray(start - lead, start + length), offset - lead);
  }
}

/** Puts what the frame will be into it. */
export function returnPatch(patch: FacePatch, frame: I420Frame): void {
  const { arena, left, top, height, planes } = patch;
  const { frameY, frameU, frameV, lineY, lineU, lineV } = planes;
  const [halfLeft, halfTop, halfHeight] = [left >> 1, top >> 1, height >> 1];
  returnRows(arena, frame.y, top * lineY, lineY * height, frameY - left);
  returnRows(arena, frame.u, halfTop * lineU, lineU * halfHeight, frameU - halfLeft);
  returnRows(arena, frame.v, halfTop * lineV, lineV * halfHeight, frameV - halfLeft);
}

function returnRows(
  arena: KernelArena,
  plane: Uint8Array,
  start: number,
  length: number,
  offset: number,
): void {
  if (!arena.holds(plane)) {
    const lead = leadOf(plane, start);
    const rows = plane.subarray(start - lead, start + length);
    rows.set(arena.views.bytes.subarray(offset - lead, offset - lead + rows.length));
  }
}

/** Sets which part of the patch a mesh (x, y, z per point, pixels of the frame) covers; the frame is copied there to draw on. */
export function setDrawnArea(
  { arena, drawn, left, top, width, height, planes }: FacePatch,
  mesh: Float32Array,
): void {
  let minX = width;
  let minY = height;
  let maxX = 0;
  let maxY = 0;
  for (let at = 0; at < mesh.length; at += 3) {
    const x = mesh[at] - left;
    const y = mesh[at + 1] - top;
    minX = x < minX ? x : minX;
    maxX = x > maxX ? x : maxX;
    minY = y < minY ? y : minY;
    maxY = y > maxY ? y : maxY;
  }
  drawn.left = Math.max(2, Math.floor(minX / 2) * 2);
  drawn.top = Math.max(2, Math.floor(minY / 2) * 2);
  drawn.right = Math.min(width - 2, Math.ceil(maxX / 2) * 2 + 2);
  drawn.bottom = Math.min(height - 2, Math.ceil(maxY / 2) * 2 + 2);
  // What is drawn is compared with what lies beside it.
  const first = (drawn.top - 1) * width;
  const end = (drawn.bottom + 1) * width;
  arena.kernels.copyRows(planes.partLuma + first, 0, planes.luma + first, 0, end - first, 1);
}
