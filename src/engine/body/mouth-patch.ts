import type { I420Frame } from '../pixels/frame.ts';
import type { ImageFace } from '../head/head-view.ts';
import { LIPS_OUTER } from '../track/mesh-points.ts';
import { clamp } from '../vision/math.ts';

/** Mean luma and chromas of skin. */
export interface SkinColour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** The mouth of a driver as a crop of a frame, kept because later frames may need the pixels between the lips. */
export interface MouthPatch {
  readonly frame: I420Frame;
  /** Position of the crop in its frame; even numbers. */
  readonly left: number;
  readonly top: number;
  readonly skin: SkinColour;
}

/** Placement of a patch: `x' = x * scale + shiftX`. */
export interface PatchRegion {
  readonly scale: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** Points on cheeks, nose and forehead, where there is skin whatever a face does. */
const SKIN_POINTS = [50, 280, 117, 346, 205, 425, 6, 151, 108, 337, 36, 266];
/** Pixels around the lips. */
const MARGIN = 4;
/** Range of the gain that brightens or darkens a mouth. */
const GAINS = [0.5, 2] as const;
/** Luma of black in limited-range video, which gains do not change. */
const BLACK = 16;

/** Returns the mean colour of the skin of a face. */
export function measureFaceTone(
  frame: I420Frame,
  { landmarks }: Pick<ImageFace, 'landmarks'>,
): SkinColour {
  let [y, u, v] = [0, 0, 0];
  for (const point of SKIN_POINTS) {
    const column = clamp(Math.round(landmarks[point * 3]), 0, frame.width - 1);
    const row = clamp(Math.round(landmarks[point * 3 + 1]), 0, frame.height - 1);
    y += frame.y[row * frame.strideY + column] / SKIN_POINTS.length;
    u += frame.u[(row >> 1) * frame.strideU + (column >> 1)] / SKIN_POINTS.length;
    v += frame.v[(row >> 1) * frame.strideV + (column >> 1)] / SKIN_POINTS.length;
  }
  return { y, u, v };
}

/** Cuts the mouth out of a frame. */
export function cutMouthPatch(frame: I420Frame, face: Pick<ImageFace, 'landmarks'>): MouthPatch {
  const { landmarks } = face;
  let [minX, minY, maxX, maxY] = [frame.width, frame.height, 0, 0];
  for (const point of LIPS_OUTER) {
    minX = Math.min(minX, landmarks[point * 3]);
    maxX = Math.max(maxX, landmarks[point * 3]);
    minY = Math.min(minY, landmarks[point * 3 + 1]);
    maxY = Math.max(maxY, landmarks[point * 3 + 1]);
  }
  const left = clamp(Math.floor(minX) - MARGIN, 0, frame.width - 4) & ~1;
  const top = clamp(Math.floor(minY) - MARGIN, 0, frame.height - 4) & ~1;
  const right = clamp(Math.ceil(maxX) + MARGIN, left + 4, frame.width);
  const bottom = clamp(Math.ceil(maxY) + MARGIN, top + 4, frame.height);
  const [width, height] = [(right - left) & ~1, (bottom - top) & ~1];
  const cut = (plane: Uint8Array, stride: number, step: 1 | 2): Uint8Array => {
    const [across, down] = [width / step, height / step];
    const part = new Uint8Array(across * down);
    for (let row = 0; row < down; row += 1) {
      const from = (top / step + row) * stride + left / step;
      part.set(plane.subarray(from, from + across), row * across);
    }
    return part;
  };
  return {
    left,
    top,
    skin: measureFaceTone(frame, face),
    frame: {
      width,
      height,
      y: cut(frame.y, frame.strideY, 1),
      u: cut(frame.u, frame.strideU, 2),
      v: cut(frame.v, frame.strideV, 2),
      strideY: width,
      strideU: width / 2,
      strideV: width / 2,
      colour: frame.colour,
    },
  };
}

/** Draws a mouth into a frame in the tone of another skin, and fills the rest of the frame with that skin's colour. */
export function drawMouthPatch(
  { frame: from, left, top, skin }: MouthPatch,
  to: I420Frame,
  { place, tone }: { readonly place: PatchRegion; readonly tone: SkinColour },
): void {
  to.y.fill(tone.y);
  to.u.fill(tone.u);
  to.v.fill(tone.v);
  const gain = clamp((tone.y - BLACK) / Math.max(8, skin.y - BLACK), ...GAINS);
  const copy = (
    [source, sourceStride]: readonly [Uint8Array, number],
    [target, targetStride]: readonly [Uint8Array, number],
    step: 1 | 2,
    toneOf: (value: number) => number,
  ): void => {
    const [width, height] = [from.width / step, from.height / step];
    const shiftX = (left * place.scale + place.shiftX) / step;
    const shiftY = (top * place.scale + place.shiftY) / step;
    const firstRow = Math.max(0, Math.ceil(shiftY));
    const lastRow = Math.min(to.height / step, shiftY + height * place.scale);
    const firstColumn = Math.max(0, Math.ceil(shiftX));
    const lastColumn = Math.min(to.width / step, shiftX + width * place.scale);
    for (let row = firstRow; row < lastRow; row += 1) {
      const y = clamp((row + 0.5 - shiftY) / place.scale - 0.5, 0, height - 1.001);
      const line = Math.floor(y) * sourceStride;
      for (let column = firstColumn; column < lastColumn; column += 1) {
        const x = clamp((column + 0.5 - shiftX) / place.scale - 0.5, 0, width - 1.001);
        const at = line + Math.floor(x);
        const fx = x - Math.floor(x);
        const upper = source[at] + (source[at + 1] - source[at]) * fx;
        const below = at + sourceStride;
        const lower = source[below] + (source[below + 1] - source[below]) * fx;
        const value = upper + (lower - upper) * (y - Math.floor(y));
        target[row * targetStride + column] = clamp(toneOf(value) + 0.5, 0, 255);
      }
    }
  };
  copy([from.y, from.strideY], [to.y, to.strideY], 1, (value) => (value - BLACK) * gain + BLACK);
  copy([from.u, from.strideU], [to.u, to.strideU], 2, (value) => value - skin.u + tone.u);
  copy([from.v, from.strideV], [to.v, to.strideV], 2, (value) => value - skin.v + tone.v);
}
