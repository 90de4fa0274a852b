import { POINT_NUMBERS } from '../../packs/recognise/talk/portrait-signature.ts';

/** How a face is turned and what it does, as LivePortrait's networks tell it. Angles in degrees: to the left, down, clockwise. */
export interface PortraitPose {
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
  readonly scale: number;
  readonly translation: ArrayLike<number>;
  /** x, y and z of every point: how the face is from the usual, and the usual. */
  readonly expression: Float32Array;
  readonly points: Float32Array;
}

const BINS = 66;
const [BIN_DEGREES, FIRST_BIN] = [3, -97.5];

/** An angle from what a network says of it: the angle, or how likely each of 66 steps is. */
export function readAngle(values: Float32Array): number {
  if (values.length < BINS) {
    return values[0] ?? 0;
  }
  const most = values.reduce((max, value) => Math.max(max, value), -Infinity);
  let [sum, mean] = [0, 0];
  for (let bin = 0; bin < BINS; bin += 1) {
    const weight = Math.exp(values[bin]! - most);
    sum += weight;
    mean += weight * bin;
  }
  return (mean / sum) * BIN_DEGREES + FIRST_BIN;
}

/** Points of a face that is turned by so many degrees more. */
export function turnPoints(
  { pitch, yaw, roll, scale, translation, expression, points }: PortraitPose,
  turn: { readonly pitch: number; readonly yaw: number } = { pitch: 0, yaw: 0 },
): Float32Array<ArrayBuffer> {
  const [a, b, c] = [pitch + turn.pitch, yaw + turn.yaw, roll].map(
    (angle) => (angle * Math.PI) / 180,
  );
  const [cx, sx, cy, sy] = [Math.cos(a!), Math.sin(a!), Math.cos(b!), Math.sin(b!)];
  const [cz, sz] = [Math.cos(c!), Math.sin(c!)];
  // About x, then y, then z.
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
      // Pictures know no depth: a shift along it is left out, as the makers do.
      const shift = axis === 2 ? 0 : (translation[axis] ?? 0);
      placed[at + axis] = scale * (turned + expression[at + axis]!) + shift;
    }
  }
  return placed;
}
