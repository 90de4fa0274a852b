import type { DrawnPair } from '../pixels/draw-triangles.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { FaceBox } from '../track/face-track.ts';
import { lightOf } from './light.ts';

/** The part of a frame a face is drawn on, with memory that grows to the largest face and is used again. */
export interface FacePatch {
  /** Even, in pixels of the frame. */
  left: number;
  top: number;
  /** Even; 0 when nothing of the face lies in the frame. */
  width: number;
  height: number;
  /** The drawn face: luma and mask, then both chromas at half the size, as under even light. */
  luma: DrawnPair;
  chroma: DrawnPair;
  /** Luma of the frame as it was. */
  original: Uint8ClampedArray;
}

/** Luma of black, and that of the face above it. */
export interface SkinLight {
  black: number;
  reference: number;
}

/** A patch without memory yet. */
export function createFacePatch(): FacePatch {
  return {
    left: 0,
    top: 0,
    width: 0,
    height: 0,
    luma: createPair(0, 0),
    chroma: createPair(0, 0),
    original: new Uint8ClampedArray(0),
  };
}

/** Lays the patch under a face and takes the luma of the frame along; the mask is empty then. */
export function placePatch(patch: FacePatch, frame: I420Frame, box: Readonly<FaceBox>): void {
  patch.left = Math.max(0, Math.floor(box.left / 2) * 2 - 2);
  patch.top = Math.max(0, Math.floor(box.top / 2) * 2 - 2);
  const right = Math.min(frame.width & ~1, Math.ceil((box.left + box.width) / 2) * 2 + 2);
  const bottom = Math.min(frame.height & ~1, Math.ceil((box.top + box.height) / 2) * 2 + 2);
  patch.width = Math.max(0, right - patch.left);
  patch.height = Math.max(0, bottom - patch.top);
  patch.luma = fitPair(patch.luma, patch.width, patch.height);
  patch.chroma = fitPair(patch.chroma, patch.width >> 1, patch.height >> 1);
  const { left, top, width, height } = patch;
  if (patch.original.length < width * height) {
    patch.original = new Uint8ClampedArray(patch.luma.first.length);
  }
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * frame.strideY + left;
    const to = row * width;
    for (let column = 0; column < width; column += 1) {
      const value = frame.y[from + column]!;
      patch.original[to + column] = value;
      patch.luma.first[to + column] = value;
    }
  }
  patch.luma.second.fill(0, 0, width * height);
}

/**
 * Takes the chroma of the frame along, for what the drawing will leave open, as under even light.
 * `reference` is the luma of the face, both lumas are above `black`.
 */
export function takeChroma(
  { left, top, width, original, chroma }: FacePatch,
  frame: I420Frame,
  { black, reference }: SkinLight,
): void {
  for (let row = 0; row < chroma.height; row += 1) {
    const uLine = ((top >> 1) + row) * frame.strideU + (left >> 1);
    const vLine = ((top >> 1) + row) * frame.strideV + (left >> 1);
    for (let column = 0; column < chroma.width; column += 1) {
      const at = row * chroma.width + column;
      const light = lightOf(original[row * 2 * width + column * 2]! - black, reference);
      chroma.first[at] = 128 + (frame.u[uLine + column]! - 128) / light;
      chroma.second[at] = 128 + (frame.v[vLine + column]! - 128) / light;
    }
  }
}

/** The same memory with another shape, when it is large enough. */
function fitPair(pair: DrawnPair, width: number, height: number): DrawnPair {
  if (pair.width === width && pair.height === height) {
    return pair;
  }
  return pair.first.length < width * height
    ? createPair(width, height)
    : { first: pair.first, second: pair.second, width, height };
}

function createPair(width: number, height: number): DrawnPair {
  // Some room, so that a face that comes nearer does not ask for memory in every frame.
  const length = Math.ceil(width * height * 1.2);
  return {
    first: new Uint8ClampedArray(length),
    second: new Uint8ClampedArray(length),
    width,
    height,
  };
}
