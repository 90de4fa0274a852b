import { POINT_NUMBERS } from '../../packs/recognise/talk/portrait-signature.ts';

/**
 * Head pose and expression as predicted by LivePortrait's networks. Angles in degrees: to the left, down, clockwise.
 */
export interface PortraitPose {
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
  readonly scale: number;
  readonly translation: ArrayLike<number>;
  /** x, y and z of every point: deviation of the face from its canonical points, and those points. */
  readonly expression: Float32Array;
  readonly points: Float32Array;
}

const BINS = 66;
const [BIN_DEGREES, FIRST_BIN] = [3, -97.5];

/** Decodes an angle: the value itself, or the expectation over 66 bins. */
export function readAngle(values: Float32Array): number {
  if (values.length < BINS) {
    return values[0] ?? 0;
  }
  const peak = values.reduce((max, value) => Math.max(max, value), -Infinity);
  let [sum, mean] = [0, 0];
  for (let bin = 0; bin < BINS; bin += 1) {
    const weight = Math.exp(values[bin]! - peak);
    sum += weight;
    mean += weight * bin;
  }
  return (mean / sum) * BIN_DEGREES + FIRST_BIN;
}

/** Computes the key points of a face turned by additional degrees. */
export function turnPoints(
  { pitch, yaw, roll, scale, translation, expression, points }: PortraitPose,
  turn: { readonly pitch: number; readonly yaw: number } = { pitch: 0, yaw: 0 },
): Float32Array<ArrayBuffer> {
  const [a, b, c] = [pitch + turn.pitch, yaw + turn.yaw, roll].map(
    (angle) => (angle * Math.PI) / 180,
  );
  const [cx, sx, cy, sy] = [Math.cos(a!), Math.sin(a!), Math.cos(b!), Math.sin(b!)];
  const [cz, sz] = [Math.cos(c!), Math.sin(c!)];
  // Rotates about x, then y, then z.
  const rows = [
    [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    [-sy, cy * sx, cy * cx],
  ] as const;
  const placed = new Float32Array(POINT_NUMBERS);
  for (let at = 0; at < POINT_NUMBERS; at += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const [x, y, z] = rows[axis]!;
      const turned = x * points[at]! + y * points[at + 1]! + z * points[at + 2]!;
      // Translation in depth is ignored, as in the reference implementation.
      const shift = axis === 2 ? 0 : (translation[axis] ?? 0);
      placed[at + axis] = scale * (turned + expression[at + axis]!) + shift;
    }
  }
  return placed;
}
