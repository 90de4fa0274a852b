import type { RgbaImage } from '../../pixels/frame.ts';

/** An image in memory of its own that steps write to. */
export interface Raster extends RgbaImage {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** One value per pixel, rows without gaps. */
export type FloatPlane = Float32Array<ArrayBuffer>;

/** Creates an opaque black image. */
export function createRaster(width: number, height: number): Raster {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 3; at < pixels.length; at += 4) {
    pixels[at] = 255;
  }
  return { width, height, pixels };
}

/** Returns the size of half an image: an odd last row or column is omitted, unless it is the only one. */
export function halveSize({ width, height }: { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  return { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) };
}

/** Copies an image into new memory. */
export function copyRaster({ width, height, pixels }: RgbaImage): Raster {
  return { width, height, pixels: new Uint8ClampedArray(pixels) };
}

/** Returns the luminance of an sRGB colour by Rec. 709, in the unit of the colour. */
export function computeLuminance(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the luminance of every pixel, 0..1. */
export function readLuminance({ pixels }: RgbaImage): FloatPlane {
  const plane = new Float32Array(pixels.length / 4);
  for (let index = 0, at = 0; index < plane.length; index += 1, at += 4) {
    plane[index] = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]) / 255;
  }
  return plane;
}

/** Extracts one channel of every pixel, 0..255. */
export function extractChannel({ pixels }: RgbaImage, channel: number): FloatPlane {
  const plane = new Float32Array(pixels.length / 4);
  for (let index = 0, at = channel; index < plane.length; index += 1, at += 4) {
    plane[index] = pixels[at];
  }
  return plane;
}

/** Returns red, green and blue of every pixel as planes of 0..255. */
export function readChannels(image: RgbaImage): readonly [FloatPlane, FloatPlane, FloatPlane] {
  return [extractChannel(image, 0), extractChannel(image, 1), extractChannel(image, 2)];
}

/** Mask weights up to this change nothing: blurs leave tiny values far beyond their reach. */
export const MIN_WEIGHT = 0.004;

/** Blends `over` into an image by a mask (everywhere when null); pixels outside the mask keep their bytes. */
export function blendRaster(under: Raster, over: RgbaImage, mask: Float32Array | null): void {
  const from = over.pixels;
  const to = under.pixels;
  for (let index = 0, at = 0; at < to.length; index += 1, at += 4) {
    const weight = mask === null ? 1 : mask[index];
    if (weight > MIN_WEIGHT) {
      to[at] += (from[at] - to[at]) * weight;
      to[at + 1] += (from[at + 1] - to[at + 1]) * weight;
      to[at + 2] += (from[at + 2] - to[at + 2]) * weight;
    }
  }
}

/** Returns the mean colour weighted by a mask; grey where the mask is empty. */
export function computeMeanColour(
  { pixels }: RgbaImage,
  mask: Float32Array,
): [red: number, green: number, blue: number] {
  let red = 0;
  let green = 0;
  let blue = 0;
  let total = 0;
  for (let index = 0, at = 0; index < mask.length; index += 1, at += 4) {
    const weight = mask[index];
    if (weight > 0.02) {
      red += pixels[at] * weight;
      green += pixels[at + 1] * weight;
      blue += pixels[at + 2] * weight;
      total += weight;
    }
  }
  return total > 0 ? [red / total, green / total, blue / total] : [128, 128, 128];
}
