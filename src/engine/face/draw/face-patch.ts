/**
 * Part of a frame on which a face is drawn. Kernels draw on the frame itself where it lies in their memory; other
 * frames are copied there and back:
 *
 *   rows of the frame -> copy of the part -> rows, warped in place -> drawing blended into them
 *
 * Whole rows are copied at once, because a view per row would cost more than the additional bytes.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { alignOffset, type KernelArena, toLead, PAST_END } from '../../pixels/simd/kernels.ts';
import type { FaceBox } from '../../track/face-track.ts';
import { LIPS_INNER } from '../../track/mesh-points.ts';

/** Position of a patch and of its planes. */
export interface FacePatch {
  readonly arena: KernelArena;
  /** Left and top edge in pixels of the frame, even. */
  left: number;
  top: number;
  /** Size in pixels, even; 0 when the face is outside the frame. */
  width: number;
  height: number;
  /** Area of the drawn face, in pixels of the patch: even, at least two pixels from the edges. */
  readonly drawn: DrawnArea;
  /** Area within the drawn lips, with the same limits. */
  readonly mouth: DrawnArea;
  readonly planes: PatchPlanes;
}

/** Offsets of planes in the arena. Chroma planes have half the size; only rows of the frame have a stride. */
export interface PatchPlanes {
  /** Planes of the frame from the corner of the patch, and their strides. */
  frameY: number;
  frameU: number;
  frameV: number;
  lineY: number;
  lineU: number;
  lineV: number;
  /** Copy of the original frame: luma, and a buffer that both chromas share. */
  partLuma: number;
  partChroma: number;
  /** Displacement of the warp for every fourth pixel; see `warpPlane` of `kernels`. */
  field: number;
  /** Drawn face: luma over that of the frame, mask, and chromas under even light. Undrawn pixels have mask and u 0. */
  luma: number;
  mask: number;
  u: number;
  v: number;
  /** Gain of the drawn luma; see `expression-ratio.ts`. */
  ratio: number;
  /** Separation of skin and hair for every fourth pixel: three maps as large as `field`; see `hair-matte.ts`. */
  matte: number;
}

/** Area of a patch in pixels. */
export interface DrawnArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Luma of black, and the mean luma of the face's skin above it. */
export interface SkinLight {
  black: number;
  reference: number;
}

/** Mean chroma of lips as displayed, without its offset. */
interface LipChroma {
  u: number;
  v: number;
}

/** Lips of a target and the drawn ones. */
export interface MouthTint {
  readonly seen: LipChroma;
  readonly drawn: LipChroma;
}

/** Light of a drawn face. */
export interface DrawnLight extends SkinLight {
  /** Gain of drawn chroma, 0..1: nearly 0 in frames without colour. */
  chromaGain: number;
  /** Minimum illuminance of drawn chroma, relative to the face. */
  minIlluminance: number;
  /** Colours of both lips. */
  readonly mouth: MouthTint;
}

/** Creates the light of a face that is not drawn yet. */
export function createDrawnLight(): DrawnLight {
  const mouth = { seen: { u: 0, v: 0 }, drawn: { u: 0, v: 0 } };
  return { black: 0, reference: 0, chromaGain: 1, minIlluminance: 1, mouth };
}

/** Margin on each side of a face for the warp, as a fraction of its size. */
const MARGIN = 0.22;
/** Pixels between the samples of a warp map. */
export const WARP_MAP_STEP = 4;
/** Bytes of one sample of a warp map. */
export const WARP_MAP_BYTES = 8;
/** Maximum number of bytes that are copied before the rows of a frame; see {@link toLead}. */
const MAX_LEAD = 16;

/** Creates a patch without planes. Other arena memory has to be reserved before the patch is positioned. */
export function createFacePatch(arena: KernelArena): FacePatch {
  return {
    arena,
    left: 0,
    top: 0,
    width: 0,
    height: 0,
    drawn: { left: 0, top: 0, right: 0, bottom: 0 },
    mouth: { left: 0, top: 0, right: 0, bottom: 0 },
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

/** Positions the patch under a face, copies the frame and clears the drawing; the face may lie outside the frame. */
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

/** Sets the offsets of the planes of a patch, one after the other. */
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
  const mapSize = computeWarpMapWidth(width) * computeWarpMapWidth(height) * WARP_MAP_BYTES;
  planes.field = reserve(mapSize);
  planes.luma = reserve(fine);
  planes.mask = reserve(fine);
  planes.u = reserve(coarse);
  planes.v = reserve(coarse);
  planes.ratio = reserve(fine);
  planes.matte = reserve(3 * mapSize);
  arena.fit(next - start);
}

/** Offset of the next plane. */
let next = 0;

function reserve(length: number): number {
  const offset = next;
  next = alignOffset(offset + length + PAST_END);
  return offset;
}

/** Returns the offset of the rows of a plane: their own in the arena, or that of the buffer for a copy. */
function copyRows(arena: KernelArena, plane: Uint8Array, start: number, length: number): number {
  return arena.holds(plane)
    ? plane.byteOffset + start
    : reserve(length + MAX_LEAD) + toLead(plane, start);
}

/**
 * Returns the number of samples of a warp map along one side of a patch. It is odd, so that every other sample, which
 * chroma uses, reaches the end too.
 */
export function computeWarpMapWidth(side: number): number {
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

/** Copies `length` values of a plane into the arena; the last row may end with the plane. */
function bringRows(
  arena: KernelArena,
  plane: Uint8Array,
  start: number,
  length: number,
  offset: number,
): void {
  if (!arena.holds(plane)) {
    const lead = toLead(plane, start);
    arena.views.bytes.set(plane.subarray(start - lead, start + length), offset - lead);
  }
}

/** Copies the result back into the frame. */
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
    const lead = toLead(plane, start);
    const rows = plane.subarray(start - lead, start + length);
    rows.set(arena.views.bytes.subarray(offset - lead, offset - lead + rows.length));
  }
}

/**
 * Sets the areas of the patch that a mesh (x, y, z per point, pixels of the frame) and its open mouth cover, and copies
 * the original frame there.
 */
export function setDrawnArea(patch: FacePatch, mesh: Float32Array): void {
  const { arena, drawn, width, planes } = patch;
  setArea(patch, mesh, null, drawn);
  setArea(patch, mesh, LIPS_INNER, patch.mouth);
  // The drawing is compared with the pixels next to it.
  const first = (drawn.top - 1) * width;
  const end = (drawn.bottom + 1) * width;
  arena.kernels.copyRows(planes.partLuma + first, 0, planes.luma + first, 0, end - first, 1);
}

/** Sets the area that points of a mesh cover; without a list, all of them. */
function setArea(
  { left, top, width, height }: FacePatch,
  mesh: Float32Array,
  points: readonly number[] | null,
  area: DrawnArea,
): void {
  let minX = width;
  let minY = height;
  let maxX = 0;
  let maxY = 0;
  const count = points === null ? mesh.length / 3 : points.length;
  for (let index = 0; index < count; index += 1) {
    const point = points === null ? index : points[index];
    const x = mesh[point * 3] - left;
    const y = mesh[point * 3 + 1] - top;
    minX = x < minX ? x : minX;
    maxX = x > maxX ? x : maxX;
    minY = y < minY ? y : minY;
    maxY = y > maxY ? y : maxY;
  }
  area.left = Math.max(2, Math.floor(minX / 2) * 2);
  area.top = Math.max(2, Math.floor(minY / 2) * 2);
  area.right = Math.min(width - 2, Math.ceil(maxX / 2) * 2 + 2);
  area.bottom = Math.min(height - 2, Math.ceil(maxY / 2) * 2 + 2);
}
