import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { blurWeighted } from '../raster/colour-plane.ts';
import { copyRaster, MIN_WEIGHT, type Raster } from '../raster/raster.ts';

/** Blur radii for colours as fractions of the longer side: first wide, so that every edge receives some, then near. */
const WIDE = 1 / 34;
const NEAR = 1 / 220;

/**
 * Replaces the colours of a soft edge by those of the foreground alone, so that no rim of the old background remains
 * over a new one. Blur fusion (Forte 2021) on bytes; pixels that are wholly foreground or background stay unchanged.
 */
export function extractForeground(image: RgbaImage, alpha: Float32Array): Raster {
  const foreground = copyRaster(image);
  const { pixels } = foreground;
  const rest = new Float32Array(alpha.length);
  const edge: number[] = [];
  for (let index = 0; index < alpha.length; index += 1) {
    rest[index] = 1 - alpha[index];
    if (alpha[index] > MIN_WEIGHT && rest[index] > MIN_WEIGHT) {
      edge.push(index);
    }
  }
  const side = Math.max(image.width, image.height);
  for (const radius of [Math.max(4, side * WIDE), Math.max(1, side * NEAR)]) {
    const front = blurWeighted(foreground, alpha, radius);
    const behind = blurWeighted(foreground, rest, radius);
    const ahead = new Float32Array(4);
    const past = new Float32Array(4);
    for (const index of edge) {
      const weight = alpha[index];
      const row = Math.trunc(index / image.width);
      front.read(index - row * image.width, row, ahead);
      behind.read(index - row * image.width, row, past);
      for (let channel = 0; channel < 3; channel += 1) {
        const at = index * 4 + channel;
        const misfit = image.pixels[at] - weight * ahead[channel] - (1 - weight) * past[channel];
        pixels[at] = clamp(ahead[channel] + weight * misfit, 0, 255);
      }
    }
  }
  return foreground;
}
