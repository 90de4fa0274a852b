import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';

/** Luma and chromas at a position, in frame values. */
export interface ColourSample {
  y: number;
  u: number;
  v: number;
}

/** Reads the mean colour of the four pixels at a position into `colour`, clamped to the frame. */
export function readFrameColour(
  { y, u, v, strideY, strideU, strideV, width, height }: I420Frame,
  column: number,
  row: number,
  colour: ColourSample,
): void {
  const left = clamp(Math.floor(column / 2), 0, (width >> 1) - 1);
  const top = clamp(Math.floor(row / 2), 0, (height >> 1) - 1);
  const at = 2 * (top * strideY + left);
  colour.y = (y[at] + y[at + 1] + y[at + strideY] + y[at + strideY + 1]) / 4;
  colour.u = u[top * strideU + left];
  colour.v = v[top * strideV + left];
}
