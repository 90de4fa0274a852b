/** Smooth colours of backgrounds as polynomials of the place. */
import { invertMatrix } from '../../vision/invert-matrix.ts';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A smooth colour of the background: a polynomial for each channel. */
export type GroundColour = readonly Float64Array[];

/** Column and row of the middle of a cell, in pixels, and its mean red, green and blue. */
export type RingCell = readonly [number, number, number, number, number];

/** Number of coefficients of a colour of second degree, which is continued. */
export const CONTINUED = 6;
/** Number of coefficients of a colour of third degree, which backgrounds are measured against. */
export const MEASURED = 10;
/** Weight against curvature where a ring does not determine it. */
const FLAT = 4e-4;

/** Returns a channel of a smooth colour at a pixel. */
export function evaluateGround(
  colour: GroundColour,
  channel: number,
  [x, y]: readonly [number, number],
  image: ImageSize,
): number {
  const size = Math.max(image.width, image.height);
  const [u, v] = [x / size - 0.5, y / size - 0.5];
  const c = colour[channel];
  const value = c[0] + c[1] * u + c[2] * v + c[3] * u * u + c[4] * u * v + c[5] * v * v;
  return c.length === CONTINUED
    ? value
    : value + c[6] * u * u * u + c[7] * u * u * v + c[8] * u * v * v + c[9] * v * v * v;
}

/** Fits a smooth colour of `terms` coefficients by least squares. */
export function fitColour(
  cells: readonly RingCell[],
  image: ImageSize,
  terms: number,
): GroundColour {
  const size = Math.max(image.width, image.height);
  const normal = Array.from({ length: terms }, () => new Float64Array(terms));
  const right = Array.from({ length: 3 }, () => new Float64Array(terms));
  for (const [x, y, ...rgb] of cells) {
    const [u, v] = [x / size - 0.5, y / size - 0.5];
    const at = [1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v];
    for (let row = 0; row < terms; row += 1) {
      for (let column = 0; column < terms; column += 1) {
        normal[row][column] += at[row] * at[column];
      }
      for (let channel = 0; channel < 3; channel += 1) {
        right[channel][row] += at[row] * rgb[channel];
      }
    }
  }
  for (let row = 0; row < terms; row += 1) {
    normal[row][row] += terms === CONTINUED && row > 2 ? FLAT * cells.length : 1e-6;
  }
  const inverse = invertMatrix(normal);
  return right.map(
    (vector) =>
      new Float64Array(
        inverse.map((row) => row.reduce((sum, value, at) => sum + value * vector[at], 0)),
      ),
  );
}
