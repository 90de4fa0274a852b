import type { I420Frame } from '../../pixels/frame.ts';
import { lumaWeights, selectYuvConversion } from '../../pixels/yuv.ts';
import { computeColour } from '../../pixels/frame.ts';
import type { Raster } from '../raster/raster.ts';

/** Converts a frame to an image of its size; chroma is that of the nearest two by two pixels. */
export function readFrame(frame: I420Frame, { width, height, pixels }: Raster): void {
  const { y, u, v, strideY, strideU, strideV } = frame;
  const { lumaOffset, lumaScale, redFromV, greenFromU, greenFromV, blueFromU } =
    selectYuvConversion(frame);
  for (let row = 0, at = 0; row < height; row += 1) {
    const line = row * strideY;
    const lineU = (row >> 1) * strideU;
    const lineV = (row >> 1) * strideV;
    for (let column = 0; column < width; column += 1, at += 4) {
      const luma = (y[line + column] - lumaOffset) * lumaScale;
      const blueness = u[lineU + (column >> 1)] - 128;
      const redness = v[lineV + (column >> 1)] - 128;
      pixels[at] = luma + redFromV * redness;
      pixels[at + 1] = luma + greenFromU * blueness + greenFromV * redness;
      pixels[at + 2] = luma + blueFromU * blueness;
      pixels[at + 3] = 255;
    }
  }
}

/** Converts an image to a frame of its size, in the colours of the frame. */
export function writeFrame({ width, height, pixels }: Raster, frame: I420Frame): void {
  const { y, u, v, strideY, strideU, strideV } = frame;
  const { matrix } = computeColour(frame);
  const { lumaOffset, lumaScale, redFromV, blueFromU } = selectYuvConversion(frame);
  const [red, blue] = lumaWeights(matrix);
  const green = 1 - red - blue;
  for (let row = 0, at = 0; row < height; row += 1) {
    const line = row * strideY;
    for (let column = 0; column < width; column += 1, at += 4) {
      const luma = red * pixels[at] + green * pixels[at + 1] + blue * pixels[at + 2];
      y[line + column] = luma / lumaScale + lumaOffset + 0.5;
    }
  }
  for (let row = 0; row < height; row += 2) {
    const below = row + 1 < height ? width * 4 : 0;
    for (let column = 0; column < width; column += 2) {
      const right = column + 1 < width ? 4 : 0;
      const at = (row * width + column) * 4;
      const meanOf = (channel: number): number => {
        const first = at + channel;
        return (
          (pixels[first] +
            pixels[first + right] +
            pixels[first + below] +
            pixels[first + below + right]) /
          4
        );
      };
      const [r, g, b] = [meanOf(0), meanOf(1), meanOf(2)];
      const luma = red * r + green * g + blue * b;
      u[(row >> 1) * strideU + (column >> 1)] = clampChroma((b - luma) / blueFromU);
      v[(row >> 1) * strideV + (column >> 1)] = clampChroma((r - luma) / redFromV);
    }
  }
}

function clampChroma(value: number): number {
  return Math.max(0, Math.min(255, value + 128.5));
}
