import {
  createI420Frame,
  type I420Frame,
  type RgbaImage,
  type YuvColour,
} from '../../pixels/frame.ts';
import { lumaWeights } from '../../pixels/yuv.ts';

/** Converts an RGBA image of even size to a frame in a video's colour space; alpha is ignored. */
export function toVideoFrame({ width, height, pixels }: RgbaImage, colour: YuvColour): I420Frame {
  const frame = createI420Frame(width, height, colour);
  const [red, blue] = lumaWeights(colour.matrix);
  const green = 1 - red - blue;
  const [black, scaleY, scaleC] = colour.isFullRange ? [0, 1, 1] : [16, 219 / 255, 224 / 255];
  const lumaAt = (at: number): number =>
    red * pixels[at] + green * pixels[at + 1] + blue * pixels[at + 2];
  for (let index = 0; index < width * height; index += 1) {
    frame.y[index] = black + lumaAt(index * 4) * scaleY + 0.5;
  }
  const corners = [0, 4, width * 4, width * 4 + 4];
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let [sumU, sumV] = [0, 0];
      for (const corner of corners) {
        const at = (row * width + column) * 4 + corner;
        const luma = lumaAt(at);
        sumU += pixels[at + 2] - luma;
        sumV += pixels[at] - luma;
      }
      const to = (row >> 1) * (width >> 1) + (column >> 1);
      frame.u[to] = 128.5 + (sumU / 8 / (1 - blue)) * scaleC;
      frame.v[to] = 128.5 + (sumV / 8 / (1 - red)) * scaleC;
    }
  }
  return frame;
}
