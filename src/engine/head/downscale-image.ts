import type { RgbaImage } from '../pixels/frame.ts';

/** Downscales an image by a whole factor with a box filter; a factor of 1 returns the same image. */
export function downscaleImage(image: RgbaImage, factor: number): RgbaImage {
  if (factor === 1) {
    return image;
  }
  const { pixels } = image;
  const width = Math.max(1, Math.floor(image.width / factor));
  const height = Math.max(1, Math.floor(image.height / factor));
  const reduced = new Uint8ClampedArray(width * height * 4);
  const sums = new Uint32Array(width * 4);
  const weight = 1 / (factor * factor);
  for (let row = 0; row < height; row += 1) {
    sums.fill(0);
    for (let line = row * factor; line < (row + 1) * factor; line += 1) {
      let at = line * image.width * 4;
      for (let column = 0; column < width * 4; column += 4) {
        for (let step = 0; step < factor; step += 1, at += 4) {
          sums[column] += pixels[at];
          sums[column + 1] += pixels[at + 1];
          sums[column + 2] += pixels[at + 2];
          sums[column + 3] += pixels[at + 3];
        }
      }
    }
    for (let value = 0; value < sums.length; value += 1) {
      reduced[row * width * 4 + value] = sums[value] * weight;
    }
  }
  return { width, height, pixels: reduced };
}
