/** Colours as four floats per pixel, which the kernels process together. */
import type { RgbaImage } from '../../pixels/frame.ts';
import { alignOffset, kernels, reserveKernelMemory } from '../../pixels/simd/kernels.ts';
import { clamp } from '../../vision/math.ts';
import { type FloatPlane, computeLuminance } from './raster.ts';

/** Red, green and blue (0..255) and the luminance of Rec. 709 (0..1) of every pixel, rows without gaps. */
export type ColourPlane = FloatPlane;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the colours of an image. */
export function readColours({ pixels }: RgbaImage): ColourPlane {
  const colours = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at];
    const green = pixels[at + 1];
    const blue = pixels[at + 2];
    colours[at] = red;
    colours[at + 1] = green;
    colours[at + 2] = blue;
    colours[at + 3] = computeLuminance(red, green, blue) / 255;
  }
  return colours;
}

/** Blurs four values per pixel in place by a tent of twice the radius to each side (two boxes); edges are extended. */
export function blurColours(colours: Float32Array, width: number, radius: number): void {
  const reach = Math.round(radius);
  if (reach < 1 || colours.length === 0) {
    return;
  }
  const spare = alignOffset(colours.byteLength);
  const { floats } = reserveKernelMemory(2 * spare);
  floats.set(colours);
  kernels.blurColours(0, width, colours.length / 4 / width, reach, spare);
  colours.set(floats.subarray(0, colours.length));
}

/** Smooths colours and luminance within the edges of luminance that are stronger than about the root of `noise` (guided filter of He). */
export function smoothColours(
  colours: ColourPlane,
  {
    width,
    radius,
    noise,
  }: { readonly width: number; readonly radius: number; readonly noise: number },
): ColourPlane {
  const mean = colours.slice();
  const slope = new Float32Array(colours.length);
  for (let at = 0; at < colours.length; at += 4) {
    const light = colours[at + 3];
    slope[at] = colours[at] * light;
    slope[at + 1] = colours[at + 1] * light;
    slope[at + 2] = colours[at + 2] * light;
    slope[at + 3] = light * light;
  }
  blurColours(mean, width, radius);
  blurColours(slope, width, radius);
  for (let at = 0; at < colours.length; at += 4) {
    const light = mean[at + 3];
    const scale = 1 / (Math.max(0, slope[at + 3] - light * light) + noise);
    for (let lane = at; lane < at + 4; lane += 1) {
      slope[lane] = (slope[lane] - light * mean[lane]) * scale;
      mean[lane] -= slope[lane] * light;
    }
  }
  blurColours(mean, width, radius);
  blurColours(slope, width, radius);
  for (let at = 0; at < colours.length; at += 4) {
    const light = colours[at + 3];
    for (let lane = at; lane < at + 4; lane += 1) {
      mean[lane] += slope[lane] * light;
    }
  }
  return mean;
}

/** Samples the four values at a position between pixels into `out`; edges are extended. */
export function readColoursAt(
  colours: Float32Array,
  { width, height }: Size,
  { x, y }: { readonly x: number; readonly y: number },
  out: Float32Array,
): void {
  const column = clamp(x, 0, width - 1);
  const row = clamp(y, 0, height - 1);
  const left = Math.trunc(column);
  const top = Math.trunc(row);
  const across = column - left;
  const down = row - top;
  const next = left + 1 < width ? 4 : 0;
  const below = top + 1 < height ? width * 4 : 0;
  const first = (top * width + left) * 4;
  for (let lane = 0; lane < 4; lane += 1) {
    const from = first + lane;
    const under = from + below;
    const upper = colours[from] + (colours[from + next] - colours[from]) * across;
    const lower = colours[under] + (colours[under + next] - colours[under]) * across;
    out[lane] = upper + (lower - upper) * down;
  }
}

/** Resizes colours bilinearly. */
export function scaleColours(colours: ColourPlane, from: Size, to: Size): ColourPlane {
  const scaled = new Float32Array(to.width * to.height * 4);
  const line = new Float32Array((from.width + 1) * 4);
  // The same in every row.
  const lefts = new Int32Array(to.width);
  const weights = new Float64Array(to.width);
  for (let column = 0; column < to.width; column += 1) {
    const x = clamp(((column + 0.5) * from.width) / to.width - 0.5, 0, from.width - 1);
    lefts[column] = Math.trunc(x) * 4;
    weights[column] = x - Math.trunc(x);
  }
  const length = from.width * 4;
  for (let row = 0, index = 0; row < to.height; row += 1) {
    const y = clamp(((row + 0.5) * from.height) / to.height - 0.5, 0, from.height - 1);
    const top = Math.trunc(y) * length;
    const below = Math.trunc(y) + 1 < from.height ? top + length : top;
    const down = y - Math.trunc(y);
    for (let at = 0; at < length; at += 1) {
      line[at] = colours[top + at] + (colours[below + at] - colours[top + at]) * down;
    }
    line.copyWithin(length, length - 4, length);
    for (let column = 0; column < to.width; column += 1, index += 4) {
      const at = lefts[column];
      const across = weights[column];
      scaled[index] = line[at] + (line[at + 4] - line[at]) * across;
      scaled[index + 1] = line[at + 1] + (line[at + 5] - line[at + 1]) * across;
      scaled[index + 2] = line[at + 2] + (line[at + 6] - line[at + 2]) * across;
      scaled[index + 3] = line[at + 3] + (line[at + 7] - line[at + 3]) * across;
    }
  }
  return scaled;
}

/** Weighted means of colours around every pixel, at reduced size where the blur is wide. */
export interface WeightedColours {
  /** Cells across and down, and pixels along a side of one. */
  readonly size: Size;
  readonly cell: number;
  /** Colours times their weights, and the weights, of every cell. */
  readonly sums: FloatPlane;
  /** Writes red, green, blue and the mean of the weights at a pixel into `mean`. */
  read(column: number, row: number, mean: Float32Array): void;
}

/** Radii from which cells of four or two pixels a side give the same blur. */
const WIDE_RADII: readonly (readonly [radius: number, cell: number])[] = [
  [16, 4],
  [8, 2],
];

/** Blurs colours by their weights, so that one side of an edge does not leak into the other. */
export function blurWeighted(
  image: RgbaImage,
  weight: Float32Array,
  radius: number,
): WeightedColours {
  const cell = WIDE_RADII.find(([min]) => radius >= min)?.[1] ?? 1;
  const size = {
    width: Math.ceil(image.width / cell),
    height: Math.ceil(image.height / cell),
  };
  const sums = sumCells(image, weight, { cell, reach: Math.round(radius / cell) });
  const place = { x: 0, y: 0 };
  return {
    size,
    cell,
    sums,
    read: (column, row, mean) => {
      place.x = (column + 0.5) / cell - 0.5;
      place.y = (row + 0.5) / cell - 0.5;
      readColoursAt(sums, size, place, mean);
      const scale = 1 / Math.max(1e-4, mean[3]);
      mean[0] *= scale;
      mean[1] *= scale;
      mean[2] *= scale;
    },
  };
}

/** Returns the blurred means of colours times their weights, and of the weights, in square cells. */
function sumCells(
  { width, height, pixels }: RgbaImage,
  weight: Float32Array,
  { cell, reach }: { readonly cell: number; readonly reach: number },
): FloatPlane {
  const across = Math.ceil(width / cell);
  const down = Math.ceil(height / cell);
  const size = across * down * 4;
  const weights = alignOffset(size * 4);
  const colours = weights + alignOffset(weight.byteLength);
  const spare = colours + alignOffset(pixels.length);
  const { bytes, floats } = reserveKernelMemory(spare + size * 4);
  floats.set(weight, weights / 4);
  bytes.set(pixels, colours);
  kernels.weighCells(colours, weights, width, height, cell, 0);
  kernels.blurColours(0, across, down, reach, spare);
  return floats.slice(0, size);
}
