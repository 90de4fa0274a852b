/**
 * Lets a model generate an image anew and keeps only the intended changes: the model receives a copy at its training
 * size, and the result keeps the size, the alignment and every pixel that the model left unchanged.
 */
import type { RgbaImage } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import {
  blendRaster,
  copyRaster,
  createRaster,
  type FloatPlane,
  type Raster,
} from '../raster/raster.ts';
import { resizeRaster } from '../raster/resize-raster.ts';

/** Planar red, green and blue, -1..1. */
interface GeneratedPlanes {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** A text-to-image model. */
export interface ImageGenerator {
  /** Longest side of the model's training images, in pixels. */
  readonly longestSide: number;
  /** The only accepted size; null if the model accepts any size whose sides are multiples of {@link SIDE_MULTIPLE}. */
  readonly fixedSize: { readonly width: number; readonly height: number } | null;
  /** Generates the image anew; `mask` is 1 in areas to replace, null replaces everything. */
  generate(planes: GeneratedPlanes, mask: Float32Array | null): Promise<GeneratedPlanes>;
}

/** Multiple of the sides that networks accept: they halve latents of 8 × 8 pixels three times. */
const SIDE_MULTIPLE = 64;
/** Minimum longest side in pixels from which models give usable results. */
const SHORTEST_LONG_SIDE = 512;
/**
 * Colour difference (0..255) of unchanged areas after a pass through the model, and the difference that surely is a
 * change.
 */
const SAME = 9;
const OTHER = 26;
/** Radius, in pixels of the copy, over which differences are combined. */
const NEAR = 3;

/** Generates a part of an image, or all of it, by a model. `mask` limits the change of each pixel; null allows all. */
export async function generateImage(
  image: RgbaImage,
  generator: ImageGenerator,
  mask: FloatPlane | null,
): Promise<Raster> {
  const size = fitSize(image, generator);
  const copy = resizeRaster(image, size);
  const canvas = generator.fixedSize ?? { width: padded(size.width), height: padded(size.height) };
  const small = mask === null ? null : scalePlane(mask, image.width, size);
  const planes = toPlanes(copy, canvas);
  const made = await generator.generate(
    planes,
    small === null ? null : padPlane(small, size, canvas),
  );
  const result = fromPlanes(made, size);
  const changed = scalePlane(findChanged(copy, result), size.width, image);
  if (mask !== null) {
    for (let at = 0; at < changed.length; at += 1) {
      changed[at] *= mask[at];
    }
  }
  const whole = copyRaster(image);
  blendRaster(whole, resizeRaster(result, image), changed);
  return whole;
}

/** Returns the size of the copy, in the aspect ratio of the image. */
function fitSize(
  { width, height }: { readonly width: number; readonly height: number },
  { longestSide, fixedSize }: Pick<ImageGenerator, 'longestSide' | 'fixedSize'>,
): { readonly width: number; readonly height: number } {
  const longest = Math.max(width, height);
  const factor =
    fixedSize === null
      ? Math.min(longestSide, Math.max(SHORTEST_LONG_SIDE, longest)) / longest
      : Math.min(fixedSize.width / width, fixedSize.height / height);
  const fit = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: fit(width), height: fit(height) };
}

function padded(side: number): number {
  return Math.ceil(side / SIDE_MULTIPLE) * SIDE_MULTIPLE;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the colour planes of an image; beyond its right and lower edge they are extended. */
function toPlanes({ width, height, pixels }: RgbaImage, canvas: Size): GeneratedPlanes {
  const count = canvas.width * canvas.height;
  const values = new Float32Array(3 * count);
  for (let row = 0, to = 0; row < canvas.height; row += 1) {
    const line = Math.min(row, height - 1) * width;
    for (let column = 0; column < canvas.width; column += 1, to += 1) {
      const from = (line + Math.min(column, width - 1)) * 4;
      values[to] = pixels[from] / 127.5 - 1;
      values[count + to] = pixels[from + 1] / 127.5 - 1;
      values[2 * count + to] = pixels[from + 2] / 127.5 - 1;
    }
  }
  return { ...canvas, values };
}

function padPlane(plane: Float32Array, { width, height }: Size, canvas: Size): Float32Array {
  const wide = new Float32Array(canvas.width * canvas.height);
  for (let row = 0, to = 0; row < canvas.height; row += 1) {
    const line = Math.min(row, height - 1) * width;
    for (let column = 0; column < canvas.width; column += 1, to += 1) {
      wide[to] = plane[line + Math.min(column, width - 1)];
    }
  }
  return wide;
}

function fromPlanes({ width, height, values }: GeneratedPlanes, size: Size): Raster {
  const count = width * height;
  const raster = createRaster(size.width, size.height);
  for (let row = 0, to = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1, to += 4) {
      const from = row * width + column;
      raster.pixels[to] = (values[from] + 1) * 127.5;
      raster.pixels[to + 1] = (values[count + from] + 1) * 127.5;
      raster.pixels[to + 2] = (values[2 * count + from] + 1) * 127.5;
    }
  }
  return raster;
}

/** Computes the mask of real changes, 0..1, without the losses of a pass through the model. */
function findChanged(before: RgbaImage, after: RgbaImage): FloatPlane {
  const difference = new Float32Array(before.pixels.length / 4);
  for (let at = 0, from = 0; at < difference.length; at += 1, from += 4) {
    difference[at] =
      (Math.abs(before.pixels[from] - after.pixels[from]) +
        Math.abs(before.pixels[from + 1] - after.pixels[from + 1]) +
        Math.abs(before.pixels[from + 2] - after.pixels[from + 2])) /
      3;
  }
  const near = blurPlane(difference, before.width, NEAR);
  return near.map((value) => smoothstep(SAME, OTHER, value));
}
