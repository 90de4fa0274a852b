/**
 * The part of a frame a face is drawn on. Its planes lie in the memory of the kernels that draw, from the frame and back:
 *
 *   frame -> whole rows -> part as it was -> base, bent in place -> drawing blended into it -> whole rows -> frame
 *
 * Whole rows are copied at once, because a view for every row would cost more than what is copied in vain.
 */
import type { I420Frame } from '../pixels/frame.ts';
import { alignPlace, type KernelRoom, leadOf, PAST_END } from '../pixels/simd/kernels.ts';
import type { FaceBox } from '../track/face-track.ts';

/** Where a patch lies, and where its planes are. */
export interface FacePatch {
  readonly room: KernelRoom;
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

/** Places in the room. Chromas have half the size; rows are without gaps but for those of the frame. */
export interface PatchPlanes {
  /** Rows of the frame. */
  frameY: number;
  frameU: number;
  frameV: number;
  /** The frame as it was: luma, and room for both chromas in turns. */
  partLuma: number;
  partChroma: number;
  /** How far the frame is bent, for every fourth pixel; see `bendPlane` of kernels.as. */
  field: number;
  /** What the frame will be. */
  baseLuma: number;
  baseU: number;
  baseV: number;
  /** The drawn face: luma and mask, then both chromas as under even light, 0 where nothing is drawn. */
  luma: number;
  mask: number;
  u: number;
  v: number;
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
/** Pixels between the places of a field, and bytes that one takes. */
export const FIELD_STEP = 4;
const FIELD_BYTES = 8;
/** Bytes before the rows of a frame that are copied with them; see {@link leadOf}. */
const MOST_LEAD = 16;

/** A patch without memory yet. What is kept in its room has to be kept before it is placed. */
export function createFacePatch(room: KernelRoom): FacePatch {
  return {
    room,
    left: 0,
    top: 0,
    width: 0,
    height: 0,
    drawn: { left: 0, top: 0, right: 0, bottom: 0 },
    planes: {
      frameY: 0,
      frameU: 0,
      frameV: 0,
      partLuma: 0,
      partChroma: 0,
      field: 0,
      baseLuma: 0,
      baseU: 0,
      baseV: 0,
      luma: 0,
      mask: 0,
      u: 0,
      v: 0,
    },
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
  if (patch.width > 0 && patch.height > 0) {
    layPlanes(patch, frame);
    takePlanes(patch, frame);
  }
}

/** Sets where the planes of a patch lie, one behind the other. */
function layPlanes(
  { room, width, height, planes }: FacePatch,
  { strideY, strideU, strideV }: I420Frame,
): void {
  const fine = width * height;
  const coarse = fine >> 2;
  const start = room.fit(0);
  let end = start;
  const lay = (length: number): number => {
    const place = end;
    end = alignPlace(end + length + PAST_END);
    return place;
  };
  planes.frameY = lay(strideY * height + MOST_LEAD);
  planes.frameU = lay(strideU * (height >> 1) + MOST_LEAD);
  planes.frameV = lay(strideV * (height >> 1) + MOST_LEAD);
  planes.partLuma = lay(fine);
  planes.partChroma = lay(2 * coarse);
  planes.field = lay(fieldWidthOf(width) * fieldWidthOf(height) * FIELD_BYTES);
  planes.baseLuma = lay(fine);
  planes.baseU = lay(coarse);
  planes.baseV = lay(coarse);
  planes.luma = lay(fine);
  planes.mask = lay(fine);
  planes.u = lay(coarse);
  planes.v = lay(coarse);
  room.fit(end - start);
}

/** Places of the field of a patch along one of its sides; also those of chroma, which are every other one, reach its end. */
export function fieldWidthOf(side: number): number {
  return 2 * Math.ceil(side / (2 * FIELD_STEP)) + 1;
}

function takePlanes({ room, left, top, width, height, planes }: FacePatch, frame: I420Frame): void {
  const { kernels, views } = room;
  const { bytes } = views;
  const { strideY, strideU, strideV } = frame;
  const { partLuma, baseLuma, luma, mask, baseU, baseV, u } = planes;
  const [fine, half, halfHeight] = [width * height, width >> 1, height >> 1];
  const [halfLeft, halfTop] = [left >> 1, top >> 1];
  const [startY, startU, startV] = [top * strideY, halfTop * strideU, halfTop * strideV];
  bytes.set(rowsOf(frame.y, startY, strideY * height), planes.frameY);
  bytes.set(rowsOf(frame.u, startU, strideU * halfHeight), planes.frameU);
  bytes.set(rowsOf(frame.v, startV, strideV * halfHeight), planes.frameV);
  const rowsY = planes.frameY + leadOf(frame.y, startY) + left;
  const rowsU = planes.frameU + leadOf(frame.u, startU) + halfLeft;
  const rowsV = planes.frameV + leadOf(frame.v, startV) + halfLeft;
  kernels.copyRows(rowsY, strideY, partLuma, width, width, height);
  kernels.copyRows(rowsU, strideU, baseU, half, half, halfHeight);
  kernels.copyRows(rowsV, strideV, baseV, half, half, halfHeight);
  bytes.copyWithin(baseLuma, partLuma, partLuma + fine);
  // What is drawn is compared with what lies beside it.
  bytes.copyWithin(luma, partLuma, partLuma + fine);
  bytes.fill(0, mask, mask + fine);
  bytes.fill(0, u, u + half * halfHeight);
}

/** Puts what the frame will be into it. */
export function returnPatch(
  { room, left, top, width, height, planes }: FacePatch,
  frame: I420Frame,
): void {
  const { kernels, views } = room;
  const { strideY, strideU, strideV } = frame;
  const { baseLuma, baseU, baseV, frameY, frameU, frameV } = planes;
  const [half, halfHeight] = [width >> 1, height >> 1];
  const [halfLeft, halfTop] = [left >> 1, top >> 1];
  const [startY, startU, startV] = [top * strideY, halfTop * strideU, halfTop * strideV];
  const rowsY = frameY + leadOf(frame.y, startY) + left;
  const rowsU = frameU + leadOf(frame.u, startU) + halfLeft;
  const rowsV = frameV + leadOf(frame.v, startV) + halfLeft;
  kernels.copyRows(baseLuma, width, rowsY, strideY, width, height);
  kernels.copyRows(baseU, half, rowsU, strideU, half, halfHeight);
  kernels.copyRows(baseV, half, rowsV, strideV, half, halfHeight);
  copyTo(rowsOf(frame.y, startY, strideY * height), views.bytes, frameY);
  copyTo(rowsOf(frame.u, startU, strideU * halfHeight), views.bytes, frameU);
  copyTo(rowsOf(frame.v, startV, strideV * halfHeight), views.bytes, frameV);
}

function copyTo(rows: Uint8Array, bytes: Uint8Array, place: number): void {
  rows.set(bytes.subarray(place, place + rows.length));
}

/** So many values of a plane, and a few before them; the last row may end with the plane. */
function rowsOf(plane: Uint8Array, start: number, length: number): Uint8Array {
  return plane.subarray(start - leadOf(plane, start), start + length);
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
