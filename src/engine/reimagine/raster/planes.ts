import { alignOffset, kernels, reserveKernelMemory } from '../../pixels/simd/kernels.ts';
import { type FloatPlane, halveSize } from './raster.ts';

/** Returns a plane blurred by a tent of twice the radius to each side (two boxes); edges are extended. */
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

/** Size of a resized plane. */
interface ScaledSize {
  readonly width: number;
  readonly height: number;
  /** Size of the plane that it covers: the whole plane, unless that is less or more; edges are extended. */
  readonly covered?: { readonly width: number; readonly height: number };
}

/** Resizes a plane bilinearly. */
export function scalePlane(plane: Float32Array, width: number, to: ScaledSize): FloatPlane {
  const height = plane.length / width;
  const covered = to.covered ?? { width, height };
  const scaled = new Float32Array(to.width * to.height);
  const lefts = new Int32Array(to.width);
  const weights = new Float32Array(to.width);
  for (let column = 0; column < to.width; column += 1) {
    const x = Math.max(0, Math.min(width - 1, ((column + 0.5) * covered.width) / to.width - 0.5));
    lefts[column] = Math.min(Math.max(0, width - 2), x);
    weights[column] = x - lefts[column];
  }
  const next = width > 1 ? 1 : 0;
  for (let row = 0, index = 0; row < to.height; row += 1) {
    const y = Math.max(0, Math.min(height - 1, ((row + 0.5) * covered.height) / to.height - 0.5));
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

/** Halves a plane by means of two by two values; an odd last row or column is omitted. */
export function halvePlane(plane: Float32Array, width: number): FloatPlane {
  const height = Math.floor(plane.length / width);
  const size = halveSize({ width, height });
  const half = new Float32Array(size.width * size.height);
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  for (let row = 0, to = 0; row < size.height; row += 1) {
    let at = row * 2 * width;
    for (let column = 0; column < size.width; column += 1, to += 1, at += 2) {
      half[to] =
        (plane[at] + plane[at + right] + plane[at + below] + plane[at + below + right]) / 4;
    }
  }
  return half;
}

/** Smooths a plane within its own edges that are stronger than about the root of `noise` (guided filter of He). */
export function smoothWithin(
  plane: Float32Array,
  {
    width,
    radius,
    noise,
  }: { readonly width: number; readonly radius: number; readonly noise: number },
): FloatPlane {
  const mean = blurPlane(plane, width, radius);
  const squares = new Float32Array(plane.length);
  for (let index = 0; index < plane.length; index += 1) {
    squares[index] = plane[index] * plane[index];
  }
  const slope = blurPlane(squares, width, radius);
  for (let index = 0; index < plane.length; index += 1) {
    const variance = slope[index] - mean[index] * mean[index];
    slope[index] = variance / (Math.max(0, variance) + noise);
    mean[index] -= slope[index] * mean[index];
  }
  const meanSlope = blurPlane(slope, width, radius);
  const offset = blurPlane(mean, width, radius);
  for (let index = 0; index < plane.length; index += 1) {
    offset[index] += meanSlope[index] * plane[index];
  }
  return offset;
}

/** Returns noise of 0..1 that depends only on three integers. */
export function hashNoise(x: number, y: number, z: number): number {
  let hash =
    (Math.imul(x | 0, 374_761_393) +
      Math.imul(y | 0, 668_265_263) +
      Math.imul(z | 0, 974_634_777)) |
    0;
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}
