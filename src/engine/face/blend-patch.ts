import { blendChroma } from '../pixels/blend-chroma.ts';
import { blendPlane } from '../pixels/blend-plane.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { returnPlane, type FacePatch, type SkinLight } from './face-patch.ts';
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
export function compareDetail({ luma, partLuma, drawn: area, width }: FacePatch): number {
  const { first: original } = partLuma;
  let drawn = 0;
  let seen = 0;
  let count = 0;
  for (let row = area.top; row < area.bottom; row += 2) {
    const end = row * width + area.right;
    for (let at = row * width + area.left; at < end; at += 3) {
      if (luma.second[at]! > 240) {
        const here = Math.abs(roughness(luma.first, at, width));
        const there = Math.abs(partRoughness(original, at, width));
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

/** Puts the bent frame and the drawn face, where its mask says so, into the frame. */
export function blendPatch(
  frame: I420Frame,
  patch: FacePatch,
  { detail, light }: { readonly detail: Readonly<Detail>; readonly light: Readonly<SkinLight> },
): void {
  const { baseLuma, baseChroma, left, top } = patch;
  const { width, height, first } = baseLuma;
  blendLuma(patch, detail);
  blendColours(patch, light);
  returnPlane(first, width, height, frame.y, top * frame.strideY + left, frame.strideY);
  const [halfWidth, halfHeight] = [width >> 1, height >> 1];
  const startU = (top >> 1) * frame.strideU + (left >> 1);
  const startV = (top >> 1) * frame.strideV + (left >> 1);
  returnPlane(baseChroma.first, halfWidth, halfHeight, frame.u, startU, frame.strideU);
  returnPlane(baseChroma.second, halfWidth, halfHeight, frame.v, startV, frame.strideV);
}

function blendLuma(
  { luma, baseLuma, partLuma, drawn: area, width }: FacePatch,
  { softness, grain }: Readonly<Detail>,
): void {
  const { first: drawn, second: mask } = luma;
  const planes = { drawn, mask, base: baseLuma.first, original: partLuma.first, width };
  blendPlane(planes, area, { softness, grain, maxGrain: MAX_GRAIN });
}

/** Four times how much the neighbours are brighter than a pixel. */
function roughness(plane: Uint8ClampedArray, at: number, width: number): number {
  return plane[at - 1]! + plane[at + 1]! + plane[at - width]! + plane[at + width]! - 4 * plane[at]!;
}

/** The same for the frame as it was: a function sees one kind of array only. */
function partRoughness(plane: Uint8Array, at: number, width: number): number {
  return plane[at - 1]! + plane[at + 1]! + plane[at - width]! + plane[at + width]! - 4 * plane[at]!;
}

/** The light on every luma, in 256ths. */
const lights = new Int32Array(256);

function blendColours(
  { luma, chroma, baseChroma, drawn: area, width }: FacePatch,
  { black, reference }: Readonly<SkinLight>,
): void {
  for (let luminance = 0; luminance < lights.length; luminance += 1) {
    lights[luminance] = Math.round(lightOf(luminance - black, reference) * 256);
  }
  const planes = {
    baseU: baseChroma.first,
    baseV: baseChroma.second,
    drawnU: chroma.first,
    drawnV: chroma.second,
    luma: luma.first,
    mask: luma.second,
    width,
    lights,
  };
  blendChroma(planes, area);
}
