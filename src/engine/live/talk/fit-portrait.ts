import { downscaleImage } from '../../head/downscale-image.ts';
import type { Size } from '../../io/video/output-size.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { fitCard } from '../cover/fit-card.ts';

/** Position and size of a portrait in a frame, in even pixels. */
export interface PortraitArea extends Size {
  readonly left: number;
  readonly top: number;
}

/** Resolution (longer side) and brightness of a portrait's surroundings, which must not look like a second image. */
const SURROUNDING_SIDE = 24;
const SURROUNDING_LIGHT = 0.5;

/** Fits a portrait into a frame: as large as possible, centred. */
export function fitPortrait(portrait: Size, frame: Size): PortraitArea {
  const scale = Math.min(frame.width / portrait.width, frame.height / portrait.height);
  const width = toEven(Math.min(frame.width, portrait.width * scale));
  const height = toEven(Math.min(frame.height, portrait.height * scale));
  return {
    width,
    height,
    left: toEven((frame.width - width) / 2),
    top: toEven((frame.height - height) / 2),
  };
}

/** Draws the surroundings of a portrait: the portrait itself, dark and without detail. */
export function drawSurroundings(image: RgbaImage, frame: I420Frame): I420Frame {
  const factor = Math.max(1, Math.floor(Math.max(image.width, image.height) / SURROUNDING_SIDE));
  const small = downscaleImage(image, factor);
  const pixels = small.pixels.map((value, at) => (at % 4 === 3 ? 255 : value * SURROUNDING_LIGHT));
  return fitCard({ ...small, pixels }, frame);
}

/** Copies a frame into a larger one; both have the same colours, all values are even. */
export function copyInto(
  from: I420Frame,
  to: I420Frame,
  { left, top }: Pick<PortraitArea, 'left' | 'top'>,
): void {
  const width = Math.min(from.width, to.width - left);
  const height = Math.min(from.height, to.height - top);
  for (let row = 0; row < height; row += 1) {
    const at = row * from.strideY;
    to.y.set(from.y.subarray(at, at + width), (top + row) * to.strideY + left);
  }
  const half = (width + 1) >> 1;
  for (let row = 0; row < (height + 1) >> 1; row += 1) {
    const rowU = ((top >> 1) + row) * to.strideU + (left >> 1);
    to.u.set(from.u.subarray(row * from.strideU, row * from.strideU + half), rowU);
    const rowV = ((top >> 1) + row) * to.strideV + (left >> 1);
    to.v.set(from.v.subarray(row * from.strideV, row * from.strideV + half), rowV);
  }
}

function toEven(length: number): number {
  return Math.max(0, Math.floor(length / 2) * 2);
}
