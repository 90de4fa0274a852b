/**
 * Closes the mouth of shapes. In a wide open mouth the jaw is down, so the chin moves up as well; lips parted by a
 * smile or a word close by themselves, column by column, so that they neither fold nor shorten the chin.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FrontalShape } from './face-shape.ts';
import { measureDistances } from './texture-distance.ts';

/** Closes the mouth of a shape, in place. */
export type MouthCloser = (shape: FrontalShape) => void;

/**
 * Gap between the lips, as a fraction of the mouth width, from which the jaw is down, and from which it is fully down.
 */
const JAW_DOWN = [0.2, 0.5] as const;
/** Fraction of the gap that the upper lip moves. */
const UPPER_FRACTION = 0.2;
/** Distances in the texture over which the skin around the lips moves along: the nose stays. */
const BELOW_LIPS = 0.16;
const ABOVE_LIPS = 0.09;
/** Distances below the mouth (centimetres) over which the chin begins to follow the jaw. */
const JAW_BEGIN = 0.3;
const JAW_END = 2.5;
/** Lip points form four rows of columns: the first is the outer edge, the second the inner one; corners are in both. */
const ROWS = 4;
const COLUMNS = 11;
const MIDDLE = 5;
const LOWER = listRows((row, column) => row * 20 + column);
const UPPER = listRows((row, column) =>
  column === 0 || column === COLUMNS - 1 ? row * 20 + column : row * 20 + COLUMNS - 1 + column,
);
const INNER = 1;

/** Movement of a point when the mouth closes. */
interface MovedPoint {
  /** Index of its y in a shape. */
  readonly at: number;
  /** Upward movement as a fraction of the gap that the jaw opened. */
  readonly jaw: number;
  /** Column before the point, and the fraction of the way to the next one. */
  readonly column: number;
  readonly weight: number;
  /** Downward movement as a fraction of the gap at the column; below 0 for points that move up. */
  readonly down: number;
}

/** Creates a closer for meshes of a canonical face. */
export function createMouthCloser(face: CanonicalFace): MouthCloser {
  const points = listMovedPoints(face);
  const [uppers, lowers] = [UPPER[INNER], LOWER[INNER]];
  const gaps = new Float32Array(COLUMNS + 1);
  const measureGaps = (shape: FrontalShape): void => {
    for (let column = 0; column < COLUMNS; column += 1) {
      const gap = shape[lowers[column] * 3 + 1] - shape[uppers[column] * 3 + 1];
      gaps[column] = Math.max(0, gap);
    }
  };
  return (shape) => {
    measureGaps(shape);
    const gap = gaps[MIDDLE];
    const width = Math.abs(shape[lowers[COLUMNS - 1] * 3] - shape[lowers[0] * 3]);
    const byJaw = gap * smoothstep(...JAW_DOWN, gap / (width || 1));
    if (byJaw > 0) {
      for (const { at, jaw } of points) {
        shape[at] -= jaw * byJaw;
      }
      measureGaps(shape);
    }
    for (const { at, column, weight, down } of points) {
      shape[at] += (gaps[column] + (gaps[column + 1] - gaps[column]) * weight) * down;
    }
  };
}

function listMovedPoints({ positions, texture }: CanonicalFace): readonly MovedPoint[] {
  const fromLower = measureDistances(texture, LOWER[0]);
  const fromUpper = measureDistances(texture, UPPER[0]);
  const columns = LOWER[INNER].map((point) => positions[point * 3]);
  const mouthHeight =
    (positions[LOWER[0][0] * 3 + 1] + positions[LOWER[0][LOWER[0].length - 1] * 3 + 1]) / 2;
  const lowerLip = positions[LOWER[INNER][MIDDLE] * 3 + 1];
  return Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const [x, y] = [positions[point * 3], positions[point * 3 + 1]];
    const [above, below] = [columnIn(UPPER, point), columnIn(LOWER, point)];
    const isUpper = above >= 0;
    const isLower = below >= 0;
    const isCorner = isUpper && isLower;
    const followsLower = 1 - smoothstep(0, BELOW_LIPS, fromLower[point]);
    const followsUpper = 1 - smoothstep(0, ABOVE_LIPS, fromUpper[point]);
    const isBelow = isLower || (!isUpper && y < lowerLip);
    const moved = isBelow ? (UPPER_FRACTION - 1) * followsLower : UPPER_FRACTION * followsUpper;
    const ofLips = isBelow ? UPPER_FRACTION - 1 : UPPER_FRACTION;
    const position = Math.max(above, below);
    const column = position >= 0 ? position : rankAmong(columns, x);
    const ofJaw = smoothstep(JAW_BEGIN, JAW_END, mouthHeight - y);
    const fromCorner = 1 - Math.abs(x) / Math.abs(positions[LOWER[0][0] * 3]);
    return {
      at: point * 3 + 1,
      jaw: isLower ? Math.max(ofJaw, smoothstep(0, 0.6, fromCorner)) : ofJaw,
      column: Math.floor(column),
      weight: column - Math.floor(column),
      down: isCorner ? 0 : isUpper || isLower ? ofLips : moved,
    };
  }).filter(({ jaw, down }) => jaw !== 0 || down !== 0);
}

/** Returns the column of a lip point, -1 for other points. */
function columnIn(rows: readonly (readonly number[])[], point: number): number {
  return Math.max(...rows.map((row) => row.indexOf(point)));
}

/** Returns the interval of ascending positions that contains a value, with the position within it as the fraction. */
function rankAmong(positions: readonly number[], value: number): number {
  const next = positions.findIndex((position) => position > value);
  if (next <= 0) {
    return next === 0 ? 0 : positions.length - 1;
  }
  return next - 1 + (value - positions[next - 1]) / (positions[next] - positions[next - 1]);
}

function listRows(
  positionOf: (row: number, column: number) => number,
): readonly (readonly number[])[] {
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) => REFINED_LIPS[positionOf(row, column)]),
  );
}
