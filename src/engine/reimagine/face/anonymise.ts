import type { RgbaImage } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import { type Raster, extractChannel } from '../raster/raster.ts';

/** Area of a covered head, in pixels. */
export interface CoveredHead {
  readonly centreX: number;
  readonly centreY: number;
  readonly radiusX: number;
  readonly radiusY: number;
}

/** Cells across a covered head: fewer than recognition needs. */
const CELLS = 7;

/** Returns the whole head around the box of a face: hair and ears identify people as well. */
export function toHeadRegion({
  left,
  top,
  width,
  height,
}: {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}): CoveredHead {
  return {
    centreX: left + width / 2,
    centreY: top + height * 0.44,
    radiusX: width * 0.76,
    radiusY: height * 0.82,
  };
}

/** Largest distance of two detections of one head, in radii, and largest ratio of their sizes. */
const SAME_PLACE = 0.5;
const SAME_SIZE = 1.6;

/** Returns whether two areas are surely of one head. */
export function isSameCover(first: CoveredHead, second: CoveredHead): boolean {
  const ratio = first.radiusX / second.radiusX;
  return (
    Math.hypot(first.centreX - second.centreX, first.centreY - second.centreY) <
      SAME_PLACE * Math.min(first.radiusX, second.radiusX) && Math.max(ratio, 1 / ratio) < SAME_SIZE
  );
}

/** Returns whether the middle of a head is in the area of another. */
export function isWithin({ centreX, centreY }: CoveredHead, other: CoveredHead): boolean {
  const x = (centreX - other.centreX) / other.radiusX;
  const y = (centreY - other.centreY) / other.radiusY;
  return Math.hypot(x, y) < 1;
}

/**
 * Covers heads beyond recognition: with large flat cells, each the mean of the pixels under it, or with a wide blur.
 */
export function coverHeads(
  raster: Raster,
  heads: readonly CoveredHead[],
  cover: 'cells' | 'blur',
): void {
  const before: RgbaImage = { ...raster, pixels: raster.pixels.slice() };
  for (const head of heads) {
    if (cover === 'cells') {
      coverWithCells(raster, before, head);
    } else {
      coverWithBlur(raster, before, head);
    }
  }
}

function coverWithCells(
  { width, height, pixels }: Raster,
  before: RgbaImage,
  head: CoveredHead,
): void {
  const cell = (2 * head.radiusX) / CELLS;
  const rows = Math.ceil(head.radiusY / cell);
  const half = Math.ceil(head.radiusX / cell);
  for (let down = -rows; down < rows; down += 1) {
    for (let across = -half; across < half; across += 1) {
      const left = Math.max(0, Math.round(head.centreX + across * cell));
      const right = Math.min(width, Math.round(head.centreX + (across + 1) * cell));
      const top = Math.max(0, Math.round(head.centreY + down * cell));
      const bottom = Math.min(height, Math.round(head.centreY + (down + 1) * cell));
      const x = ((across + 0.5) * cell) / head.radiusX;
      const y = ((down + 0.5) * cell) / head.radiusY;
      // Whole cells: a cell that is cut along the edge of a head would show its outline.
      if (Math.hypot(x, y) > 1.06 || right <= left || bottom <= top) {
        continue;
      }
      const mean = meanOfArea(before, { left, right, top, bottom });
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          pixels.set(mean, (row * width + column) * 4);
        }
      }
    }
  }
}

function meanOfArea(
  { width, pixels }: RgbaImage,
  {
    left,
    right,
    top,
    bottom,
  }: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  },
): readonly number[] {
  const sums = [0, 0, 0];
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] += pixels[(row * width + column) * 4 + channel];
      }
    }
  }
  const count = (right - left) * (bottom - top);
  return sums.map((sum) => sum / count);
}

/** Radius of the blur relative to the covered head: a face of this softness is not recognised. */
const BLURRED = 0.13;
/** Range of the distance from the middle of a covered head over which a blur fades: it covers the whole face. */
const FEATHER = [0.74, 1.04] as const;

function coverWithBlur(raster: Raster, before: RgbaImage, head: CoveredHead): void {
  const { width, height, pixels } = raster;
  const reach = head.radiusX * BLURRED;
  const left = Math.max(0, Math.floor(head.centreX - head.radiusX - reach));
  const right = Math.min(width, Math.ceil(head.centreX + head.radiusX + reach));
  const top = Math.max(0, Math.floor(head.centreY - head.radiusY - reach));
  const bottom = Math.min(height, Math.ceil(head.centreY + head.radiusY + reach));
  const size = { width: right - left, height: bottom - top };
  if (size.width <= 0 || size.height <= 0) {
    return;
  }
  for (let channel = 0; channel < 3; channel += 1) {
    const whole = extractChannel(before, channel);
    const part = new Float32Array(size.width * size.height);
    for (let row = 0; row < size.height; row += 1) {
      const from = (row + top) * width + left;
      part.set(whole.subarray(from, from + size.width), row * size.width);
    }
    const soft = blurPlane(blurPlane(part, size.width, reach), size.width, reach);
    for (let row = 0; row < size.height; row += 1) {
      for (let column = 0; column < size.width; column += 1) {
        const x = (column + left - head.centreX) / head.radiusX;
        const y = (row + top - head.centreY) / head.radiusY;
        const weight = 1 - smoothstep(FEATHER[0], FEATHER[1], Math.hypot(x, y));
        const at = ((row + top) * width + column + left) * 4 + channel;
        pixels[at] += (soft[row * size.width + column] - pixels[at]) * weight;
      }
    }
  }
}
