import type { RgbaImage } from '../../pixels/frame.ts';
import { createRaster, type Raster } from '../raster/raster.ts';
import { insertRaster } from './crop-and-extend.ts';
import type { StepColour } from '../../../instructions/step.ts';

/** Width of a border as a fraction of the shorter side. */
const BORDER = 0.05;
/** Aspect ratio that bars leave of an image, as in cinemas. */
const CINEMA = 2.39;
/** Minimum height of a bar as a fraction of the image's height, for images that are already as wide. */
const MIN_BAR = 0.06;

/** Adds a border of one colour to an image; both sides grow by an even number of pixels. */
export function addBorder(image: RgbaImage, [red, green, blue]: StepColour): Raster {
  const wide = 2 * Math.max(1, Math.round((Math.min(image.width, image.height) * BORDER) / 2));
  const framed = createRaster(image.width + 2 * wide, image.height + 2 * wide);
  for (let at = 0; at < framed.pixels.length; at += 4) {
    framed.pixels[at] = red;
    framed.pixels[at + 1] = green;
    framed.pixels[at + 2] = blue;
  }
  insertRaster(framed, image, { left: wide, top: wide });
  return framed;
}

/** Draws bars over the upper and lower end of an image, which keeps its size. */
export function addBars({ width, height, pixels }: Raster, [red, green, blue]: StepColour): void {
  const bar = Math.round(Math.max(MIN_BAR * height, (height - width / CINEMA) / 2));
  const max = Math.min(bar, Math.round(height * 0.13));
  for (let row = 0, at = 0; row < height; row += 1) {
    const isBar = row < max || row >= height - max;
    for (let column = 0; column < width; column += 1, at += 4) {
      if (isBar) {
        pixels[at] = red;
        pixels[at + 1] = green;
        pixels[at + 2] = blue;
        pixels[at + 3] = 255;
      }
    }
  }
}
