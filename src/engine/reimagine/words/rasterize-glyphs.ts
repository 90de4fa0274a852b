import type { OutlineCommand } from './outline.ts';
import type { FloatPlane } from '../raster/raster.ts';

/** Number of straight pieces per curve; few suffice because letters are small. */
const PIECES = 8;

/** Computes the coverage of every pixel by an outline, 0..1: exact areas, accumulated along the rows. */
export function rasterizeGlyphs(
  commands: readonly OutlineCommand[],
  { width, height }: { readonly width: number; readonly height: number },
): FloatPlane {
  // One column more than a row: values at the right edge are written there.
  const stride = width + 2;
  const sums = new Float32Array(stride * height);
  const add = (x0: number, y0: number, x1: number, y1: number): void => {
    addEdge({ sums, stride, width, height }, [x0, y0, x1, y1]);
  };
  let [startX, startY, x, y] = [0, 0, 0, 0];
  for (const command of commands) {
    if (command.type === 'Z') {
      add(x, y, startX, startY);
      [x, y] = [startX, startY];
      continue;
    }
    if (command.type === 'M') {
      [startX, startY] = [command.x, command.y];
    } else {
      let [fromX, fromY] = [x, y];
      for (const [toX, toY] of command.type === 'L'
        ? [[command.x, command.y] as const]
        : flattenCurve(command, x, y)) {
        add(fromX, fromY, toX, toY);
        [fromX, fromY] = [toX, toY];
      }
    }
    [x, y] = [command.x, command.y];
  }
  const plane = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += sums[row * stride + column];
      plane[row * width + column] = Math.min(1, Math.abs(sum));
    }
  }
  return plane;
}

type Curve = Extract<OutlineCommand, { type: 'Q' | 'C' }>;

/** Returns points along a curve from a start point, including its end. */
function flattenCurve(curve: Curve, x: number, y: number): (readonly [x: number, y: number])[] {
  return Array.from({ length: PIECES }, (_, piece) => {
    const t = (piece + 1) / PIECES;
    const s = 1 - t;
    if (curve.type === 'Q') {
      const [a, b, c] = [s * s, 2 * s * t, t * t];
      return [a * x + b * curve.x1 + c * curve.x, a * y + b * curve.y1 + c * curve.y];
    }
    const [a, b, c, d] = [s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3];
    return [
      a * x + b * curve.x1 + c * curve.x2 + d * curve.x,
      a * y + b * curve.y1 + c * curve.y2 + d * curve.y,
    ];
  });
}

interface Sums {
  readonly sums: Float32Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** Adds the coverage to the right of an edge: a fraction for the pixels it crosses, its height for all after them. */
function addEdge(
  { sums, stride, width, height }: Sums,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): void {
  if (y0 === y1) {
    return;
  }
  const direction = y0 < y1 ? 1 : -1;
  const [topX, topY, endX, endY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (endX - topX) / (endY - topY);
  const clampX = (x: number): number => Math.max(0, Math.min(width, x));
  for (let row = Math.max(0, Math.floor(topY)); row < Math.min(height, Math.ceil(endY)); row += 1) {
    const upper = Math.max(row, topY);
    const lower = Math.min(row + 1, endY);
    const cover = (lower - upper) * direction;
    const a = clampX(topX + (upper - topY) * slope);
    const b = clampX(topX + (lower - topY) * slope);
    const [left, right] = a < b ? [a, b] : [b, a];
    const first = Math.floor(left);
    const last = Math.floor(right);
    const at = row * stride;
    if (first === last) {
      const inside = 1 - ((left + right) / 2 - first);
      sums[at + first] += cover * inside;
      sums[at + first + 1] += cover * (1 - inside);
      continue;
    }
    const perPixel = cover / (right - left);
    let passed = 0;
    let area = 0;
    for (let column = first; column <= last; column += 1) {
      const from = Math.max(left, column);
      const to = Math.min(right, column + 1);
      const here = (to - from) * perPixel;
      const covered = passed + here * (1 - ((from + to) / 2 - column));
      sums[at + column] += covered - area;
      area = covered;
      passed += here;
    }
    sums[at + last + 1] += cover - area;
  }
}
