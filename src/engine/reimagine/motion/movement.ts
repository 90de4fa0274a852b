/**
 * Dense movement between two frames at a small size: patches of 8 by 8 every 4 pixels, searched inversely from coarse
 * to fine (DIS, Kroeger 2016). Mattes and styles are stabilised along it.
 */
import { blurPlane, scalePlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';

/** Displacement of every pixel of the later frame to the earlier one. */
export interface Movement {
  readonly width: number;
  readonly height: number;
  readonly x: FloatPlane;
  readonly y: FloatPlane;
}

/** A plane of luminance (0..1) with its width. */
export interface SizedPlane {
  readonly plane: FloatPlane;
  readonly width: number;
}

const PATCH = 8;
const AREA = PATCH * PATCH;
const STRIDE = 4;
const LEVELS = 3;
const ROUNDS = 6;
/** Maximum step of a round, in pixels. */
const LONGEST_STEP = 2;

/** Finds the movement from one frame to the next. */
export function findMovement(earlier: SizedPlane, later: SizedPlane): Movement {
  const from = createPyramid(earlier);
  const to = createPyramid(later);
  let movement: Movement | null = null;
  for (let level = to.length - 1; level >= 0; level -= 1) {
    movement = refine(from[level], to[level], movement);
  }
  return movement ?? refine(earlier, later, null);
}

function createPyramid(finest: SizedPlane): SizedPlane[] {
  const levels = [finest];
  for (let last = finest; levels.length < LEVELS;) {
    const height = last.plane.length / last.width;
    if (Math.min(last.width, height) <= 40) {
      break;
    }
    const size = { width: last.width >> 1, height: height >> 1 };
    const plane = scalePlane(blurPlane(last.plane, last.width, 1), last.width, size);
    last = { plane, width: size.width };
    levels.push(last);
  }
  return levels;
}

/** Buffers of the search for one patch; reused for the next. */
interface PatchSearch {
  readonly slopesX: Float32Array;
  readonly slopesY: Float32Array;
  readonly values: Float32Array;
}

function refine(earlier: SizedPlane, later: SizedPlane, coarse: Movement | null): Movement {
  const { width } = later;
  const height = later.plane.length / width;
  const count = width * height;
  const enlarge = (plane: FloatPlane, of: Movement): FloatPlane =>
    scalePlane(plane, of.width, { width, height }).map((value) => (value * width) / of.width);
  const x = coarse === null ? new Float32Array(count) : enlarge(coarse.x, coarse);
  const y = coarse === null ? new Float32Array(count) : enlarge(coarse.y, coarse);
  const sumX = new Float32Array(count);
  const sumY = new Float32Array(count);
  const sums = new Float32Array(count);
  const search = {
    slopesX: new Float32Array(AREA),
    slopesY: new Float32Array(AREA),
    values: new Float32Array(AREA),
  };
  const found = new Float32Array(2);
  for (let row = 0; row + PATCH <= height; row += STRIDE) {
    for (let column = 0; column + PATCH <= width; column += STRIDE) {
      const middle = (row + PATCH / 2) * width + column + PATCH / 2;
      found[0] = x[middle];
      found[1] = y[middle];
      const error = searchPatch(earlier, later, { row, column, search, found });
      const weight = 1 / (error * error);
      for (let at = 0; at < AREA; at += 1) {
        const index = (row + (at >> 3)) * width + column + (at & 7);
        sumX[index] += found[0] * weight;
        sumY[index] += found[1] * weight;
        sums[index] += weight;
      }
    }
  }
  for (let index = 0; index < count; index += 1) {
    if (sums[index] > 0) {
      x[index] = sumX[index] / sums[index];
      y[index] = sumY[index] / sums[index];
    }
  }
  return { width, height, x, y };
}

/** Moves `found` to where a patch of the later frame was in the earlier one; returns their difference there. */
function searchPatch(
  earlier: SizedPlane,
  { plane, width }: SizedPlane,
  {
    row,
    column,
    search: { slopesX, slopesY, values },
    found,
  }: {
    readonly row: number;
    readonly column: number;
    readonly search: PatchSearch;
    readonly found: Float32Array;
  },
): number {
  const height = plane.length / width;
  let xx = 1e-4;
  let xy = 0;
  let yy = 1e-4;
  let mean = 0;
  for (let at = 0; at < AREA; at += 1) {
    const y = row + (at >> 3);
    const x = column + (at & 7);
    const index = y * width + x;
    const dx = x > 0 && x < width - 1 ? (plane[index + 1] - plane[index - 1]) / 2 : 0;
    const dy = y > 0 && y < height - 1 ? (plane[index + width] - plane[index - width]) / 2 : 0;
    slopesX[at] = dx;
    slopesY[at] = dy;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    mean += plane[index] / AREA;
  }
  const [startX, startY] = found;
  const determinant = xx * yy - xy * xy;
  const rounds = determinant > 1e-9 ? ROUNDS : 0;
  for (let round = 0; round < rounds; round += 1) {
    const other = readPatch(earlier, { row, column, found, values });
    let byX = 0;
    let byY = 0;
    for (let at = 0; at < AREA; at += 1) {
      const index = (row + (at >> 3)) * width + column + (at & 7);
      const difference = values[at] - other - (plane[index] - mean);
      byX += slopesX[at] * difference;
      byY += slopesY[at] * difference;
    }
    const stepX = (yy * byX - xy * byY) / determinant;
    const stepY = (xx * byY - xy * byX) / determinant;
    found[0] -= Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, stepX));
    found[1] -= Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, stepY));
    if (stepX * stepX + stepY * stepY < 0.003) {
      break;
    }
  }
  if (Math.hypot(found[0] - startX, found[1] - startY) > PATCH) {
    found[0] = startX;
    found[1] = startY;
  }
  readPatch(earlier, { row, column, found, values });
  let error = 0.02;
  for (let at = 0; at < AREA; at += 1) {
    const index = (row + (at >> 3)) * width + column + (at & 7);
    error += Math.abs(values[at] - plane[index]) / AREA;
  }
  return error;
}

/** Samples the patch at a displaced position; returns its mean. */
function readPatch(
  { plane, width }: SizedPlane,
  {
    row,
    column,
    found,
    values,
  }: {
    readonly row: number;
    readonly column: number;
    readonly found: Float32Array;
    readonly values: Float32Array;
  },
): number {
  let mean = 0;
  for (let at = 0; at < AREA; at += 1) {
    const value = readBetween(
      plane,
      width,
      column + (at & 7) + found[0],
      row + (at >> 3) + found[1],
    );
    values[at] = value;
    mean += value / AREA;
  }
  return mean;
}

/** Samples a plane bilinearly; edges are extended. */
export function readBetween(plane: Float32Array, width: number, x: number, y: number): number {
  const height = plane.length / width;
  const u = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const v = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const left = u | 0;
  const top = v | 0;
  const across = u - left;
  const at = top * width + left;
  const upper = plane[at] + (plane[at + 1] - plane[at]) * across;
  const lower = plane[at + width] + (plane[at + width + 1] - plane[at + width]) * across;
  return upper + (lower - upper) * (v - top);
}

/** Warps a plane of the earlier frame to the later one; the plane has the size of the movement. */
export function movePlane(plane: Float32Array, { width, height, x, y }: Movement): FloatPlane {
  const moved = new Float32Array(width * height);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      moved[index] = readBetween(plane, width, column + x[index], row + y[index]);
    }
  }
  return moved;
}

/** Mean difference (0..1) from which on a displacement has no confidence. */
const TOLERANCE = 0.06;

/** Computes the confidence of a displacement, 0..1: 1 where the warped earlier frame equals the later one. */
export function trustMovement(
  earlier: SizedPlane,
  later: SizedPlane,
  movement: Movement,
): FloatPlane {
  const moved = movePlane(earlier.plane, movement);
  for (let index = 0; index < moved.length; index += 1) {
    moved[index] = Math.abs(moved[index] - later.plane[index]);
  }
  const error = blurPlane(moved, movement.width, 1);
  for (let index = 0; index < error.length; index += 1) {
    error[index] = Math.max(0, 1 - error[index] / TOLERANCE);
  }
  return error;
}
