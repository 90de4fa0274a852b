import type { RgbaImage } from '../../pixels/frame.ts';
import { createRaster, halveSize, type Raster } from './raster.ts';

/** A rectangle of an image, in its pixels. */
export interface ImageCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Taps {
  readonly first: Int32Array;
  readonly counts: Int32Array;
  readonly weights: Float32Array;
  readonly step: number;
}

/** Resizes a part of an image by Catmull-Rom splines, which are widened for downscaling. */
export function resizeRaster(
  image: RgbaImage,
  size: { readonly width: number; readonly height: number },
  crop: ImageCrop = { left: 0, top: 0, width: image.width, height: image.height },
): Raster {
  const across = listTaps({ from: crop.left, length: crop.width, limit: image.width }, size.width);
  const down = listTaps({ from: crop.top, length: crop.height, limit: image.height }, size.height);
  const resized = createRaster(size.width, size.height);
  const line = new Float32Array(size.width * 4);
  // Several rows of the result need the same horizontally resized rows, which are kept in a ring.
  const rows = new Map<number, Float32Array>();
  for (let row = 0; row < size.height; row += 1) {
    line.fill(0);
    const first = down.first[row];
    for (const known of rows.keys()) {
      if (known < first) {
        rows.delete(known);
      }
    }
    for (let tap = 0; tap < down.counts[row]; tap += 1) {
      const weight = down.weights[row * down.step + tap];
      const source = first + tap;
      let values = rows.get(source);
      if (values === undefined) {
        values = resizeRow(image, source, across, size.width);
        rows.set(source, values);
      }
      for (let at = 0; at < line.length; at += 1) {
        line[at] += values[at] * weight;
      }
    }
    resized.pixels.set(line, row * size.width * 4);
  }
  return resized;
}

function resizeRow(
  { width, pixels }: RgbaImage,
  row: number,
  { first, counts, weights, step }: Taps,
  count: number,
): Float32Array {
  const values = new Float32Array(count * 4);
  for (let column = 0; column < count; column += 1) {
    for (let tap = 0; tap < counts[column]; tap += 1) {
      const weight = weights[column * step + tap];
      const from = (row * width + first[column] + tap) * 4;
      const to = column * 4;
      values[to] += pixels[from] * weight;
      values[to + 1] += pixels[from + 1] * weight;
      values[to + 2] += pixels[from + 2] * weight;
      values[to + 3] += pixels[from + 3] * weight;
    }
  }
  return values;
}

function listTaps(
  {
    from,
    length,
    limit,
  }: { readonly from: number; readonly length: number; readonly limit: number },
  count: number,
): Taps {
  const scale = length / count;
  const wide = Math.max(1, scale);
  const step = Math.ceil(wide * 4) + 2;
  const first = new Int32Array(count);
  const counts = new Int32Array(count);
  const weights = new Float32Array(count * step);
  for (let index = 0; index < count; index += 1) {
    const centre = from + (index + 0.5) * scale - 0.5;
    const begin = Math.max(0, Math.ceil(centre - 2 * wide));
    const end = Math.min(limit - 1, Math.floor(centre + 2 * wide));
    first[index] = Math.min(begin, limit - 1);
    counts[index] = Math.max(1, end - first[index] + 1);
    let sum = 0;
    for (let tap = 0; tap < counts[index]; tap += 1) {
      const weight = catmullRom((first[index] + tap - centre) / wide);
      weights[index * step + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < counts[index]; tap += 1) {
      weights[index * step + tap] =
        sum === 0 ? 1 / counts[index] : weights[index * step + tap] / sum;
    }
  }
  return { first, counts, weights, step };
}

function catmullRom(distance: number): number {
  const x = Math.abs(distance);
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

/** Halves an image by means of two by two pixels; an odd last row or column is omitted. */
export function halveRaster({ width, height, pixels }: RgbaImage): Raster {
  const size = halveSize({ width, height });
  const half = createRaster(size.width, size.height);
  const right = width > 1 ? 4 : 0;
  const below = height > 1 ? width * 4 : 0;
  for (let row = 0, to = 0; row < half.height; row += 1) {
    for (let column = 0; column < half.width; column += 1, to += 4) {
      const at = (row * 2 * width + column * 2) * 4;
      for (let channel = at; channel < at + 3; channel += 1) {
        half.pixels[to + channel - at] =
          (pixels[channel] +
            pixels[channel + right] +
            pixels[channel + below] +
            pixels[channel + below + right]) /
          4;
      }
    }
  }
  return half;
}

/** Copies a part of a plane of `width`. */
export function cropPlane(
  plane: Float32Array,
  width: number,
  { left, top, width: wide, height }: ImageCrop,
): Float32Array<ArrayBuffer> {
  const cropped = new Float32Array(wide * height);
  for (let row = 0; row < height; row += 1) {
    const from = (row + top) * width + left;
    cropped.set(plane.subarray(from, from + wide), row * wide);
  }
  return cropped;
}
