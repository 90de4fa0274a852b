/**
 * Mean luma of a frame in 16 × 9 cells, 0 (black) to 255 (white): enough to tell whether two frames are the
 * same.
 */
export type LumaThumbnail = Float32Array;

const COLUMNS = 16;
const ROWS = 9;

/** Computes the thumbnail of an I420 frame of limited range, as cameras get it. */
export function lumaThumbnailOfI420(
  frame: Uint8Array,
  width: number,
  height: number,
): LumaThumbnail {
  return averageFields(width, height, (x, y) => ((frame[y * width + x] ?? 0) - 16) * (255 / 219));
}

/** Computes the thumbnail of RGB rows, a byte per channel. */
export function lumaThumbnailOfRgb(rgb: Uint8Array, width: number, height: number): LumaThumbnail {
  return averageFields(width, height, (x, y) => {
    const at = 3 * (y * width + x);
    return 0.2126 * (rgb[at] ?? 0) + 0.7152 * (rgb[at + 1] ?? 0) + 0.0722 * (rgb[at + 2] ?? 0);
  });
}

/** Returns whether a frame is black. */
export function isBlack(grid: LumaThumbnail): boolean {
  return Math.max(...grid) < 8;
}

/**
 * Returns whether two frames are similar: close luma everywhere, and a correlation above 0.8 unless one of them is
 * flat.
 */
export function isSimilarLuma(a: LumaThumbnail, b: LumaThumbnail): boolean {
  const difference = mean(a.map((value, index) => Math.abs(value - (b[index] ?? 0))));
  const spread = Math.min(measureDeviation(a), measureDeviation(b));
  return difference < 12 && (spread < 4 || correlation(a, b) > 0.8);
}

function averageFields(
  width: number,
  height: number,
  lumaAt: (x: number, y: number) => number,
): LumaThumbnail {
  const grid = new Float32Array(COLUMNS * ROWS);
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [left, right] = computeSpan(column, COLUMNS, width);
      const [top, bottom] = computeSpan(row, ROWS, height);
      let sum = 0;
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) {
          sum += lumaAt(x, y);
        }
      }
      grid[row * COLUMNS + column] = sum / ((right - left) * (bottom - top));
    }
  }
  return grid;
}

/** The pixels of a field, at least one. */
function computeSpan(index: number, count: number, pixels: number): readonly [number, number] {
  const from = Math.floor((index * pixels) / count);
  return [from, Math.max(from + 1, Math.floor(((index + 1) * pixels) / count))];
}

function correlation(a: LumaThumbnail, b: LumaThumbnail): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const products = a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB));
  return mean(products) / (measureDeviation(a) * measureDeviation(b));
}

function measureDeviation(values: LumaThumbnail): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
