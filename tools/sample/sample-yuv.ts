import { createI420Frame, type I420Frame, type YuvColour } from '../../src/engine/pixels/frame.ts';

/** Usual colour coding of videos of the sample's size. */
export const sampleColour: YuvColour = { matrix: 'bt709', isFullRange: false };

/** Converts RGBA to a frame in {@link sampleColour}; width and height are even. */
export function toVideoFrame(pixels: Uint8Array, width: number, height: number): I420Frame {
  const frame = createI420Frame(width, height, sampleColour);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 4;
      const [r, g, b] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
      const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      frame.y[row * width + column] = Math.round(16 + (luma * 219) / 255);
      if (row % 2 === 0 && column % 2 === 0) {
        const half = (row / 2) * (width / 2) + column / 2;
        frame.u[half] = Math.round(128 + ((b - luma) * 224) / 1.8556 / 255);
        frame.v[half] = Math.round(128 + ((r - luma) * 224) / 1.5748 / 255);
      }
    }
  }
  return frame;
}
