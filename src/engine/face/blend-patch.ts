import type { I420Frame } from '../pixels/frame.ts';
import type { FacePatch, SkinLight } from './face-patch.ts';
import { lightOf } from './light.ts';

/** How fine the drawn face is to be made. */
export interface Detail {
  /** 0: as drawn; up to 1 softer; below 0 sharper. */
  softness: number;
  /** Share of the grain of the frame that is laid over it, 0..1. */
  grain: number;
}

/** The strongest grain, in steps of luma: what is more is drawing, not grain. */
const MAX_GRAIN = 4;
/** Edges above this are features, not texture of skin. */
const MAX_TEXTURE = 60;

/**
 * How much finer the skin of the frame is than that drawn: the relation of their mean differences
 * between neighbouring pixels. 1 when there is too little to compare.
 */
export function compareDetail({ luma, original, width, height }: FacePatch): number {
  let drawn = 0;
  let seen = 0;
  let count = 0;
  for (let row = 2; row < height - 2; row += 2) {
    for (let at = row * width + 2; at < (row + 1) * width - 2; at += 3) {
      if (luma.second[at]! > 240) {
        const here = Math.abs(roughness(luma.first, at, width));
        const there = Math.abs(roughness(original, at, width));
        if (here < MAX_TEXTURE && there < MAX_TEXTURE) {
          drawn += here;
          seen += there;
          count += 1;
        }
      }
    }
  }
  return count < 50 ? 1 : (seen + count) / (drawn + count);
}

/** Puts the drawn face into the frame where its mask says so. */
export function blendPatch(
  frame: I420Frame,
  patch: FacePatch,
  { detail, light }: { readonly detail: Readonly<Detail>; readonly light: Readonly<SkinLight> },
): void {
  blendLuma(frame, patch, detail);
  blendChroma(frame, patch, light);
}

function blendLuma(
  frame: I420Frame,
  { luma, original, left, top, width, height }: FacePatch,
  { softness, grain }: Readonly<Detail>,
): void {
  const { first: drawn, second: mask } = luma;
  const { y: plane, strideY } = frame;
  // Whole numbers, 1024 to the one: this runs for every pixel of the face.
  const perStep = Math.round(softness * 256);
  const grainPerStep = Math.round(-grain * 256);
  for (let row = 1; row < height - 1; row += 1) {
    const from = row * width;
    const to = (top + row) * strideY + left;
    for (let column = 1; column < width - 1; column += 1) {
      const at = from + column;
      const share = mask[at]!;
      if (share > 0) {
        let change = 0;
        // Beside the drawing there is nothing to compare with.
        if (share > 127 || isInside(mask, at, width)) {
          change = (roughness(drawn, at, width) * perStep) >> 10;
        }
        if (grainPerStep !== 0) {
          const grainHere = (roughness(original, at, width) * grainPerStep) >> 10;
          change +=
            grainHere > MAX_GRAIN ? MAX_GRAIN : grainHere < -MAX_GRAIN ? -MAX_GRAIN : grainHere;
        }
        const sum = drawn[at]! + change;
        const value = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        const before = original[at]!;
        plane[to + column] = before + (((value - before) * share * 257 + 32_768) >> 16);
      }
    }
  }
}

/** Whether a pixel and its neighbours were drawn. */
function isInside(mask: Uint8ClampedArray, at: number, width: number): boolean {
  return mask[at - 1]! > 0 && mask[at + 1]! > 0 && mask[at - width]! > 0 && mask[at + width]! > 0;
}

/** Four times how much the neighbours are brighter than a pixel. */
function roughness(plane: Uint8ClampedArray, at: number, width: number): number {
  return plane[at - 1]! + plane[at + 1]! + plane[at - width]! + plane[at + width]! - 4 * plane[at]!;
}

function blendChroma(
  { u, v, strideU, strideV }: I420Frame,
  { luma, chroma, left, top, width }: FacePatch,
  { black, reference }: Readonly<SkinLight>,
): void {
  const { first, second } = chroma;
  const { first: drawn, second: mask } = luma;
  for (let row = 0; row < chroma.height; row += 1) {
    const uLine = ((top >> 1) + row) * strideU + (left >> 1);
    const vLine = ((top >> 1) + row) * strideV + (left >> 1);
    for (let column = 0; column < chroma.width; column += 1) {
      const corner = row * 2 * width + column * 2;
      const share =
        mask[corner]! + mask[corner + 1]! + mask[corner + width]! + mask[corner + width + 1]!;
      if (share > 0) {
        const at = row * chroma.width + column;
        const mean =
          (drawn[corner]! +
            drawn[corner + 1]! +
            drawn[corner + width]! +
            drawn[corner + width + 1]!) /
          4;
        const light = lightOf(mean - black, reference);
        const afterU = 128 + (first[at]! - 128) * light;
        const afterV = 128 + (second[at]! - 128) * light;
        const beforeU = u[uLine + column]!;
        const beforeV = v[vLine + column]!;
        u[uLine + column] = beforeU + ((afterU - beforeU) * share) / 1020 + 0.5;
        v[vLine + column] = beforeV + ((afterV - beforeV) * share) / 1020 + 0.5;
      }
    }
  }
}
