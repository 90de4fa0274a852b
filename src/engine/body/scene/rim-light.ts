/**
 * Adapts a plate to the light of a frame: the difference between both in the rim of a hole is diffused into the hole.
 * Coarse cells carry shadows on, but not edges.
 */
import { clamp } from '../../vision/math.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';

/** Range of weights in the rim. */
const RIM = [3, 230] as const;
/** Side of a cell in pixels. */
const CELL = 8;
/**
 * Maximum difference of pixels that count, in levels; larger ones are objects that the plate lacks, such as a sleeve or
 * hair.
 */
const maxDifference = { luma: 44, chroma: 10 } as const;
/** Maximum standard deviation within a cell, in levels; larger ones are edges. */
const maxSpread = { luma: 9, chroma: 3 } as const;
const MIN_PIXELS = 6;

/** Collects differences, then diffuses them, then can be read. */
export interface RimLight {
  /** Adds a difference: `off` is the frame minus the plate, `weight` the weight of the plate, 0..255. */
  add(column: number, row: number, off: number, weight: number): void;
  spread(): void;
  /** Returns the value to add to the plate at a point. */
  read(column: number, row: number): number;
}

/** Creates the light for a part of a plane. */
export function createRimLight(
  { width, height }: { readonly width: number; readonly height: number },
  plane: 'luma' | 'chroma',
): RimLight {
  const across = countCells(width);
  const down = countCells(height);
  const counts = new Float32Array(across * down);
  const sums = new Float32Array(across * down);
  const squares = new Float32Array(across * down);
  let light: Float32Array = sums;
  return {
    add(column, row, off, weight) {
      if (weight > RIM[0] && weight < RIM[1] && Math.abs(off) <= maxDifference[plane]) {
        const at = Math.floor(row / CELL) * across + Math.floor(column / CELL);
        counts[at] += 1;
        sums[at] += off;
        squares[at] += off * off;
      }
    },
    spread() {
      const trust = counts.map((count, at) => {
        const mean = sums[at] / Math.max(1, count);
        sums[at] = mean;
        const spread = Math.sqrt(Math.max(0, squares[at] / Math.max(1, count) - mean * mean));
        return count >= MIN_PIXELS && spread <= maxSpread[plane] ? 1 : 0;
      });
      light = trust.some((value) => value > 0) ? fillGaps(sums, trust, across) : sums.fill(0);
    },
    read(column, row) {
      const x = clamp((column + 0.5) / CELL - 0.5, 0, across - 1.001);
      const y = clamp((row + 0.5) / CELL - 0.5, 0, down - 1.001);
      const [cellX, cellY] = [x | 0, y | 0];
      const at = cellY * across + cellX;
      const upper = light[at] + (light[at + 1] - light[at]) * (x - cellX);
      const below = at + across;
      const lower = light[below] + (light[below + 1] - light[below]) * (x - cellX);
      return upper + (lower - upper) * (y - cellY);
    },
  };
}

/** Returns the number of cells along a side: a power of two, because gaps are filled by halving. */
function countCells(length: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, Math.ceil(length / CELL) + 1)));
}
