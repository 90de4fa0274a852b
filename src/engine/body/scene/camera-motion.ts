/**
 * Estimates the motion of a camera between two frames by block matching of small background patches, combined into one
 * similarity transform.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { type Similarity, unmoved } from '../../vision/similarity.ts';

/** Downscaled luma of a frame. */
export interface SmallLuma {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
  /** Pixels of the frame per pixel of the downscaled luma. */
  readonly step: number;
}

/** Approximate longer side of the downscaled luma in pixels. */
const LONG_SIDE = 320;
/**
 * The frame is divided into `GRID` cells each way, with patches at the inner corners. Half side of a patch, and search
 * range, in pixels of the downscaled luma.
 */
const GRID = 9;
const [HALF, REACH] = [6, 6];
/** Minimum sum of absolute gradients of a patch. */
const MIN_ENERGY = 500;
/** Maximum number of a patch's pixels that belong to the person. */
const MAX_COVERED = 8;
const MIN_PATCHES = 6;
/** Residual in pixels at which a patch has half of its weight. */
const OFF = 0.35;
const ROUNDS = 8;
/** Cost per pixel of shift, so that the shorter of two similar matches wins. */
const COST_OF_DISTANCE = 2;

/** Downscales the luma of a frame by averaging. */
export function reduceLuma({ y, strideY, width, height }: I420Frame): SmallLuma {
  const step = Math.max(1, Math.round(Math.max(width, height) / LONG_SIDE));
  const [across, down] = [Math.floor(width / step), Math.floor(height / step)];
  const values = new Float32Array(across * down);
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      let sum = 0;
      for (let inner = 0; inner < step; inner += 1) {
        const from = (row * step + inner) * strideY + column * step;
        for (let at = from; at < from + step; at += 1) {
          sum += y[at];
        }
      }
      values[row * across + column] = sum / (step * step);
    }
  }
  return { width: across, height: down, values, step };
}

/**
 * Returns the motion of the background between two frames, in pixels of the frames. `covers` returns whether the person
 * is at a point of the downscaled luma. No motion if too little of the background is visible.
 */
export function findCameraStep(
  from: SmallLuma,
  to: SmallLuma,
  covers: (column: number, row: number) => boolean,
): Similarity {
  const moves = findMoves(from, to, covers);
  if (moves.length < MIN_PATCHES) {
    return unmoved;
  }
  const small = fitMoves(moves);
  return { ...small, shiftX: small.shiftX * from.step, shiftY: small.shiftY * from.step };
}

interface Move {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
}

function findMoves(
  from: SmallLuma,
  to: SmallLuma,
  covers: (column: number, row: number) => boolean,
): Move[] {
  const { width, height } = from;
  const moves: Move[] = [];
  const margin = HALF + REACH;
  for (let cell = 0; cell < (GRID - 1) ** 2; cell += 1) {
    const column = Math.round(((1 + (cell % (GRID - 1))) * width) / GRID);
    const row = Math.round(((1 + Math.floor(cell / (GRID - 1))) * height) / GRID);
    const isInside =
      column >= margin && row >= margin && column < width - margin && row < height - margin;
    const move = isInside && hasDetail(from, column, row, covers) && match(from, to, column, row);
    if (move) {
      moves.push(move);
    }
  }
  return moves;
}

function hasDetail(
  { values, width }: SmallLuma,
  column: number,
  row: number,
  covers: (column: number, row: number) => boolean,
): boolean {
  let [covered, energy] = [0, 0];
  for (let y = row - HALF; y <= row + HALF; y += 1) {
    for (let x = column - HALF; x <= column + HALF; x += 1) {
      const at = y * width + x;
      covered += covers(x, y) ? 1 : 0;
      energy += Math.abs(values[at + 1] - values[at]) + Math.abs(values[at + width] - values[at]);
    }
  }
  return covered <= MAX_COVERED && energy >= MIN_ENERGY;
}

/** Returns the motion of a patch with subpixel precision; null at the limit of its search range. */
function match(from: SmallLuma, to: SmallLuma, column: number, row: number): Move | null {
  const { width } = from;
  const costOf = (shiftX: number, shiftY: number): number => {
    let sum = 0;
    for (let y = row - HALF; y <= row + HALF; y += 1) {
      const line = y * width;
      const other = (y + shiftY) * width + shiftX;
      for (let x = column - HALF; x <= column + HALF; x += 1) {
        sum += Math.abs(from.values[line + x] - to.values[other + x]);
      }
    }
    return sum;
  };
  let best = { cost: Number.POSITIVE_INFINITY, x: 0, y: 0 };
  for (let y = -REACH; y <= REACH; y += 1) {
    for (let x = -REACH; x <= REACH; x += 1) {
      const cost = costOf(x, y) + (Math.abs(x) + Math.abs(y)) * COST_OF_DISTANCE;
      best = cost < best.cost ? { cost, x, y } : best;
    }
  }
  const { x, y } = best;
  if (Math.abs(x) === REACH || Math.abs(y) === REACH) {
    return null;
  }
  const middle = costOf(x, y);
  return {
    x: column,
    y: row,
    toX: column + x + offsetOfLeast(costOf(x - 1, y), middle, costOf(x + 1, y)),
    toY: row + y + offsetOfLeast(costOf(x, y - 1), middle, costOf(x, y + 1)),
  };
}

/** Returns the minimum of the parabola through three neighbours, -0.5..0.5. */
function offsetOfLeast(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return bend <= 0 ? 0 : clamp((before - after) / (2 * bend), -0.5, 0.5);
}

/**
 * Fits one similarity transform to all patches by iteratively reweighted least squares, in which outliers lose their
 * weight.
 */
function fitMoves(moves: readonly Move[]): Similarity {
  let weights = moves.map(() => 1);
  let fitted: Similarity = unmoved;
  for (let round = 0; round < ROUNDS; round += 1) {
    fitted = fitWeighted(moves, weights);
    const { a, b, shiftX, shiftY } = fitted;
    weights = moves.map(({ x, y, toX, toY }) => {
      const off = Math.hypot(a * x - b * y + shiftX - toX, b * x + a * y + shiftY - toY);
      return 1 / (1 + (off / OFF) ** 2);
    });
  }
  return fitted;
}

function fitWeighted(moves: readonly Move[], weights: readonly number[]): Similarity {
  let [total, x, y, toX, toY] = [0, 0, 0, 0, 0];
  for (const [at, move] of moves.entries()) {
    total += weights[at];
    x += weights[at] * move.x;
    y += weights[at] * move.y;
    toX += weights[at] * move.toX;
    toY += weights[at] * move.toY;
  }
  [x, y, toX, toY] = [x / total, y / total, toX / total, toY / total];
  let [along, across, spread] = [0, 0, 1e-6];
  for (const [at, move] of moves.entries()) {
    const [px, py, qx, qy] = [move.x - x, move.y - y, move.toX - toX, move.toY - toY];
    along += weights[at] * (px * qx + py * qy);
    across += weights[at] * (px * qy - py * qx);
    spread += weights[at] * (px * px + py * py);
  }
  const [a, b] = [along / spread, across / spread];
  return { a, b, shiftX: toX - (a * x - b * y), shiftY: toY - (b * x + a * y) };
}
