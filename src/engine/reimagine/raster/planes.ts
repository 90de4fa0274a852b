import type { RgbaImage } from '../../pixels/frame.ts';
import { alignOffset, kernels, reserveKernelMemory } from '../../pixels/simd/kernels.ts';
import { clamp } from '../../vision/math.ts';
import type { FloatPlane } from './raster.ts';

/** A plane blurred by a tent of twice the radius to each side (two boxes), in other memory; edges are drawn out. */
export function blurPlane(plane: Float32Array, width: number, radius: number): FloatPlane {
  const reach = Math.round(radius);
  if (reach < 1 || plane.length === 0) {
    return new Float32Array(plane);
  }
  const spare = alignOffset(plane.byteLength);
  const { floats } = reserveKernelMemory(2 * spare);
  floats.set(plane);
  kernels.blurPlane(0, width, plane.length / width, reach, spare);
  return floats.slice(0, plane.length);
}

/** A plane at another size, bilinear. */
export function scalePlane(
  plane: Float32Array,
  width: number,
  to: { readonly width: number; readonly height: number },
): FloatPlane {
  const height = plane.length / width;
  const scaled = new Float32Array(to.width * to.height);
  const lefts = new Int32Array(to.width);
  const weights = new Float32Array(to.width);
  for (let column = 0; column < to.width; column += 1) {
    const x = Math.max(0, Math.min(width - 1, ((column + 0.5) * width) / to.width - 0.5));
    lefts[column] = Math.min(Math.max(0, width - 2), x);
    weights[column] = x - lefts[column];
  }
  const next = width > 1 ? 1 : 0;
  for (let row = 0, index = 0; row < to.height; row += 1) {
    const y = Math.max(0, Math.min(height - 1, ((row + 0.5) * height) / to.height - 0.5));
    const top = Math.trunc(y) * width;
    const below = Math.min(height - 1, Math.trunc(y) + 1) * width;
    const down = y - Math.trunc(y);
    for (let column = 0; column < to.width; column += 1, index += 1) {
      const left = lefts[column];
      const across = weights[column];
      const upper = plane[top + left] + (plane[top + left + next] - plane[top + left]) * across;
      const lower =
        plane[below + left] + (plane[below + left + next] - plane[below + left]) * across;
      scaled[index] = upper + (lower - upper) * down;
    }
  }
  return scaled;
}

/** Means of colours around every pixel of a picture, each pixel counted by its weight; kept small where the blur is wide. */
export interface WeightedColours {
  /** Writes red, green, blue and the mean of the weights at a pixel into `mean`. */
  read(column: number, row: number, mean: Float32Array): void;
}

/** Radii from which a blur shows nothing of a picture that cells of four or two pixels a side do not have. */
const WIDE_RADII: readonly (readonly [radius: number, cell: number])[] = [
  [16, 4],
  [8, 2],
];

/** Blurs colours where they have weight: what lies on one side of an edge, without the other. */
export function blurWeighted(
  image: RgbaImage,
  weight: Float32Array,
  radius: number,
): WeightedColours {
  const cell = WIDE_RADII.find(([least]) => radius >= least)?.[1] ?? 1;
  const width = Math.ceil(image.width / cell);
  const height = Math.ceil(image.height / cell);
  const sums = sumCells(image, weight, cell);
  const blur = (plane: FloatPlane): FloatPlane => blurPlane(plane, width, radius / cell);
  const red = blur(sums[0]);
  const green = blur(sums[1]);
  const blue = blur(sums[2]);
  const total = blur(sums[3]);
  return {
    read: (column, row, mean) => {
      const x = clamp((column + 0.5) / cell - 0.5, 0, width - 1);
      const y = clamp((row + 0.5) / cell - 0.5, 0, height - 1);
      const left = Math.trunc(x);
      const top = Math.trunc(y);
      const at = top * width + left;
      const next = left + 1 < width ? 1 : 0;
      const below = top + 1 < height ? width : 0;
      const across = x - left;
      const down = y - top;
      const first = (1 - across) * (1 - down);
      const second = across * (1 - down);
      const third = (1 - across) * down;
      const fourth = across * down;
      const mix = (plane: Float32Array): number =>
        plane[at] * first +
        plane[at + next] * second +
        plane[at + below] * third +
        plane[at + below + next] * fourth;
      const sum = mix(total);
      const scale = 1 / Math.max(1e-4, sum);
      mean[0] = mix(red) * scale;
      mean[1] = mix(green) * scale;
      mean[2] = mix(blue) * scale;
      mean[3] = sum;
    },
  };
}

type WeightedSums = readonly [
  red: FloatPlane,
  green: FloatPlane,
  blue: FloatPlane,
  weight: FloatPlane,
];

/** Colours times their weights, and the weights, as means of the square cells of a picture. */
function sumCells(
  { width, height, pixels }: RgbaImage,
  weight: Float32Array,
  cell: number,
): WeightedSums {
  const across = Math.ceil(width / cell);
  const length = across * Math.ceil(height / cell);
  const red = new Float32Array(length);
  const green = new Float32Array(length);
  const blue = new Float32Array(length);
  const total = new Float32Array(length);
  for (let row = 0, index = 0; row < height; row += 1) {
    const start = Math.trunc(row / cell) * across;
    for (let column = 0; column < width; column += 1, index += 1) {
      const part = weight[index];
      if (part > 0) {
        const to = start + Math.trunc(column / cell);
        red[to] += part * pixels[index * 4];
        green[to] += part * pixels[index * 4 + 1];
        blue[to] += part * pixels[index * 4 + 2];
        total[to] += part;
      }
    }
  }
  // Cells at the right and the lower end may have fewer pixels.
  for (let to = 0; to < length; to += 1) {
    const columns = Math.min(cell, width - (to % across) * cell);
    const scale = 1 / (columns * Math.min(cell, height - Math.trunc(to / across) * cell));
    red[to] *= scale;
    green[to] *= scale;
    blue[to] *= scale;
    total[to] *= scale;
  }
  return [red, green, blue, total];
}

/** Smooths planes within the edges of a guide of 0..1 that are stronger than about the root of `noise` (guided filter of He). */
export function smoothGuided(
  planes: readonly Float32Array[],
  guide: Float32Array,
  {
    width,
    radius,
    noise,
  }: { readonly width: number; readonly radius: number; readonly noise: number },
): FloatPlane[] {
  const mean = blurPlane(guide, width, radius);
  const square = blurPlane(
    guide.map((value) => value * value),
    width,
    radius,
  );
  return planes.map((plane) => {
    const slope = plane.map((value, index) => value * guide[index]);
    const meanPlane = blurPlane(plane, width, radius);
    const cross = blurPlane(slope, width, radius);
    for (let index = 0; index < plane.length; index += 1) {
      const variance = Math.max(0, square[index] - mean[index] * mean[index]);
      const covariance = cross[index] - mean[index] * meanPlane[index];
      cross[index] = covariance / (variance + noise);
      meanPlane[index] -= cross[index] * mean[index];
    }
    const meanSlope = blurPlane(cross, width, radius);
    const offset = blurPlane(meanPlane, width, radius);
    for (let index = 0; index < plane.length; index += 1) {
      offset[index] += meanSlope[index] * guide[index];
    }
    return offset;
  });
}

/** Noise of 0..1 that follows from three whole numbers alone. */
export function hashNoise(x: number, y: number, z: number): number {
  let hash =
    (Math.imul(x | 0, 374_761_393) +
      Math.imul(y | 0, 668_265_263) +
      Math.imul(z | 0, 974_634_777)) |
    0;
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}
