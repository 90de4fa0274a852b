/** Reads colours of a scene in coarse cells from several frames. */
import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { applyView } from './camera-path.ts';
import { medianOfFirst } from './median.ts';

/** Square cells over a plate. */
export interface CellGrid {
  readonly across: number;
  readonly down: number;
  /** Side of a cell in pixels. */
  readonly cell: number;
}

/** Luma and chroma of a point. */
export type PixelColour = readonly [y: number, u: number, v: number];

/** A frame, and the transform from the plate to it. */
export interface AlignedFrame {
  readonly frame: I420Frame;
  readonly back: Similarity;
}

/**
 * Returns three values for each cell as a frame shows it: mean luma (-1 outside of the frame), and the chroma of its
 * middle.
 */
export function readCells(
  { frame, back }: AlignedFrame,
  { across, down, cell: side }: CellGrid,
): Float32Array {
  const { width, height, strideY, strideU } = frame;
  const cells = new Float32Array(across * down * 3);
  for (let cell = 0; cell < across * down; cell += 1) {
    const [left, top] = applyView(back, (cell % across) * side, Math.floor(cell / across) * side);
    let [y, count] = [0, 0];
    for (let inner = 0; inner < side * side; inner += 1) {
      const [x, below] = [inner % side, Math.floor(inner / side)];
      const column = Math.round(left + back.a * x - back.b * below);
      const row = Math.round(top + back.b * x + back.a * below);
      if (column >= 0 && row >= 0 && column < width && row < height) {
        y += frame.y[row * strideY + column];
        count += 1;
      }
    }
    const column = clamp(Math.round(left + side / 2) >> 1, 0, (width >> 1) - 1);
    const half = clamp(Math.round(top + side / 2) >> 1, 0, (height >> 1) - 1) * strideU + column;
    cells[cell * 3] = count === 0 ? -1 : y / count;
    cells[cell * 3 + 1] = frame.u[half];
    cells[cell * 3 + 2] = frame.v[half];
  }
  return cells;
}

/** Creates a collector of up to `max` colours of a point that returns their median. */
export function createColourMedian(max: number): {
  readonly count: () => number;
  clear(): void;
  /** Adds the three values at an index. */
  add(colours: Float32Array, at: number): void;
  read(): PixelColour;
} {
  const planes = [0, 1, 2].map(() => new Uint8Array(max));
  let count = 0;
  return {
    count: () => count,
    clear() {
      count = 0;
    },
    add(colours: Float32Array, at: number) {
      for (const [channel, plane] of planes.entries()) {
        plane[count] = colours[at + channel];
      }
      count += 1;
    },
    read: () =>
      count === 0
        ? [0, 128, 128]
        : [
            medianOfFirst(planes[0], count),
            medianOfFirst(planes[1], count),
            medianOfFirst(planes[2], count),
          ],
  };
}

/** Returns the median of each cell over all frames. */
export function medianCells(cells: readonly Float32Array[]): Float32Array {
  const median = createColourMedian(cells.length);
  const colours = new Float32Array(cells[0].length);
  for (let at = 0; at < colours.length; at += 3) {
    median.clear();
    for (const own of cells) {
      if (own[at] >= 0) {
        median.add(own, at);
      }
    }
    colours.set(median.read(), at);
  }
  return colours;
}

/** Creates a function that returns the median colour of a pixel of the plate over all frames. */
export function createPixelMedian(
  images: readonly AlignedFrame[],
): (x: number, y: number) => PixelColour {
  const values = [0, 1, 2].map(() => new Uint8Array(images.length));
  return (x, y) => {
    let count = 0;
    for (const { frame, back } of images) {
      const [column, row] = applyView(back, x, y).map(Math.round);
      if (column >= 0 && row >= 0 && column < frame.width && row < frame.height) {
        const half = (row >> 1) * frame.strideU + (column >> 1);
        values[0][count] = frame.y[row * frame.strideY + column];
        values[1][count] = frame.u[half];
        values[2][count] = frame.v[half];
        count += 1;
      }
    }
    return count === 0
      ? [0, 128, 128]
      : [
          medianOfFirst(values[0], count),
          medianOfFirst(values[1], count),
          medianOfFirst(values[2], count),
        ];
  };
}
