import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { lumaWeights } from '../../pixels/yuv.ts';

/** Rectangle of a frame; left and top are even. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Alpha per position with a colour that it sets. */
export interface Painting {
  readonly alphaAt: (x: number, y: number) => number;
  /** Red, green and blue of the latest position. */
  readonly colour: Float64Array;
}

/**
 * Composites into a rectangle of a frame; samples the centre of every pixel for luma, and of every 2x2 block for
 * chroma.
 */
export function paintAlpha(frame: I420Frame, box: PixelBox, painting: Painting): void {
  drawLuma(frame, box, painting);
  drawChroma(frame, box, painting);
}

function drawLuma(
  frame: I420Frame,
  { left, top, right, bottom }: PixelBox,
  { alphaAt, colour }: Painting,
): void {
  const { matrix, isFullRange } = computeColour(frame);
  const [red, blue] = lumaWeights(matrix);
  const green = 1 - red - blue;
  const [black, scale] = isFullRange ? [0, 1] : [16, 219 / 255];
  const { y: plane, strideY } = frame;
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const alpha = alphaAt(column + 0.5, row + 0.5);
      if (alpha > 0) {
        const at = row * strideY + column;
        const luma = black + (red * colour[0] + green * colour[1] + blue * colour[2]) * scale;
        plane[at] += Math.round((luma - plane[at]) * alpha);
      }
    }
  }
}

function drawChroma(
  frame: I420Frame,
  { left, top, right, bottom }: PixelBox,
  { alphaAt, colour }: Painting,
): void {
  const { matrix, isFullRange } = computeColour(frame);
  const [red, blue] = lumaWeights(matrix);
  const green = 1 - red - blue;
  const scale = isFullRange ? 1 : 224 / 255;
  const { u: planeU, v: planeV, strideU, strideV } = frame;
  for (let row = top >> 1; row < bottom >> 1; row += 1) {
    for (let column = left >> 1; column < right >> 1; column += 1) {
      const alpha = alphaAt(2 * column + 1, 2 * row + 1);
      if (alpha > 0) {
        const luma = red * colour[0] + green * colour[1] + blue * colour[2];
        const u = 128 + ((colour[2] - luma) / 2 / (1 - blue)) * scale;
        const v = 128 + ((colour[0] - luma) / 2 / (1 - red)) * scale;
        const [atU, atV] = [row * strideU + column, row * strideV + column];
        planeU[atU] += Math.round((u - planeU[atU]) * alpha);
        planeV[atV] += Math.round((v - planeV[atV]) * alpha);
      }
    }
  }
}
