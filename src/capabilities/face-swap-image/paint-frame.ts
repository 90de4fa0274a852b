import { type I420Frame, type RgbaImage } from '../../engine/pixels/frame.ts';
import { yuvToRgbOf } from '../../engine/pixels/yuv.ts';

/** Part of a picture, in pixels. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Puts a part of a frame into a picture of the same size. The rest keeps its full colour, alpha stays. */
export function paintFrame(picture: RgbaImage, frame: I420Frame, part: Part): void {
  const { lumaOffset, lumaScale, redFromV, greenFromU, greenFromV, blueFromU } = yuvToRgbOf(frame);
  const { width, height, pixels } = picture;
  const right = Math.min(width, Math.ceil(part.left + part.width));
  const bottom = Math.min(height, Math.ceil(part.top + part.height));
  for (let row = Math.max(0, Math.floor(part.top)); row < bottom; row += 1) {
    for (let column = Math.max(0, Math.floor(part.left)); column < right; column += 1) {
      const chroma = (row >> 1) * frame.strideU + (column >> 1);
      const luma = ((frame.y[row * frame.strideY + column] ?? 0) - lumaOffset) * lumaScale;
      const u = (frame.u[chroma] ?? 128) - 128;
      const v = (frame.v[chroma] ?? 128) - 128;
      const at = (row * width + column) * 4;
      pixels[at] = toByte(luma + redFromV * v);
      pixels[at + 1] = toByte(luma + greenFromU * u + greenFromV * v);
      pixels[at + 2] = toByte(luma + blueFromU * u);
    }
  }
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
