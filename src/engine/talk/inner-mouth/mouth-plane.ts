/**
 * The plane behind the lips on which everything inside a mouth is worked out, in centimetres of the head: teeth keep their
 * place when the head turns, and lips pass before them.
 */
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { clamp } from '../../vision/math.ts';

/** A head in a picture: its turn, and where the middle of its face lies. */
export interface HeadPosition extends Readonly<HeadPose> {
  readonly middleX: number;
  readonly middleY: number;
}

/** Where a plane behind the lips lies in a head, and how teeth leave it. */
export interface MouthOrigin {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** How far teeth lie behind the plane beside its middle, in centimetres per square of them: they stand on an arch, as lips do. */
  readonly arch: number;
  /** How much lower they are to the right, as lips that meet are. */
  readonly tilt: number;
}

/**
 * A plane in a picture: `x + a * u + b * v`, `y + c * u + d * v` for u to the right and v down, in centimetres. What lies a
 * centimetre behind it is seen at `behindU` and `behindV` of it.
 */
export interface MouthPlane {
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly behindU: number;
  readonly behindV: number;
}

/** A place in a mouth, in centimetres. */
interface MouthPoint {
  u: number;
  v: number;
}

/** The inner edges of lips on a plane: v at steps of u; NaN beside the mouth. */
export interface LipEdges {
  readonly upper: Float64Array;
  readonly lower: Float64Array;
}

/** How far behind the lips teeth stand. */
const DEPTH_CM = 0.7;
/** Dental arches are no rounder, whatever a mesh guesses of depth. */
const MOST_ARCH = 0.3;
/** Meshes are tilted a little against their lips. Beyond this, lips are drawn aside, and teeth stay. */
const MOST_TILT = 0.05;
/** Steps of Newton's method from where a place is seen to where it is. */
const REFINEMENTS = 3;
/** How much less a step in the mouth may be when it is seen: beyond it the arch turns away. */
const LEAST_SEEN = 0.2;
const STEPS = 64;
const HALF_CM = 3.6;
const [LEFT_CORNER, RIGHT_CORNER, UPPER_MIDDLE, LOWER_MIDDLE] = [61, 291, 13, 14];
/** Inner edges from corner to corner. */
const UPPER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const LOWER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];

/** The mesh points around an open mouth. */
export const INNER_LIP_POINTS: readonly number[] = [...UPPER, ...LOWER];

/**
 * Behind where the lips of a shape meet, as seen in the picture that the shape comes from: how far a head is bowed is not known so
 * well that its teeth may vanish behind a lip.
 */
export function findMouthOrigin(
  closed: FrontalShape,
  { rotation }: Pick<HeadPosition, 'rotation'>,
): MouthOrigin {
  const mean = (first: number, second: number, axis: number): number =>
    (closed[first * 3 + axis] + closed[second * 3 + axis]) / 2;
  const across = (axis: number): number =>
    closed[RIGHT_CORNER * 3 + axis] - closed[LEFT_CORNER * 3 + axis];
  const depth = mean(UPPER_MIDDLE, LOWER_MIDDLE, 2);
  const back = mean(LEFT_CORNER, RIGHT_CORNER, 2) - depth;
  return {
    x: mean(LEFT_CORNER, RIGHT_CORNER, 0),
    y: mean(UPPER_MIDDLE, LOWER_MIDDLE, 1) - (DEPTH_CM * rotation[5]) / rotation[4],
    z: depth + DEPTH_CM,
    arch: clamp(back / (across(0) / 2) ** 2, 0, MOST_ARCH),
    tilt: clamp(across(1) / across(0), -MOST_TILT, MOST_TILT),
  };
}

/** The plane of a head in its picture. */
export function projectMouthPlane(
  { x, y, z }: MouthOrigin,
  { rotation, scale, middleX, middleY }: HeadPosition,
): MouthPlane {
  const [a, b] = [rotation[0] * scale, rotation[1] * scale];
  const [c, d] = [rotation[3] * scale, rotation[4] * scale];
  const [right, down] = [rotation[2] * scale, rotation[5] * scale];
  const area = a * d - b * c;
  return {
    x: middleX + scale * (rotation[0] * x + rotation[1] * y + rotation[2] * z),
    y: middleY + scale * (rotation[3] * x + rotation[4] * y + rotation[5] * z),
    a,
    b,
    c,
    d,
    behindU: (d * right - b * down) / area,
    behindV: (a * down - c * right) / area,
  };
}

/** Moves a place of the plane to the place among the teeth that is seen there. Every pixel of a mouth asks, so nothing is allocated. */
export function moveToArch(
  point: MouthPoint,
  { arch, tilt }: MouthOrigin,
  { behindU, behindV }: MouthPlane,
): void {
  const seenU = point.u;
  let u = seenU;
  for (let step = 0; step < REFINEMENTS; step += 1) {
    const slope = 1 + 2 * behindU * arch * u;
    u -= (u + behindU * arch * u * u - seenU) / Math.max(LEAST_SEEN, slope);
  }
  point.u = u;
  point.v -= behindV * arch * u * u;
  point.v -= tilt * u;
}

/** The lips of a mesh (x, y, z per point, pixels) on a plane. */
export function findLipEdges(mesh: Float32Array, plane: MouthPlane): LipEdges {
  return { upper: trace(mesh, plane, UPPER), lower: trace(mesh, plane, LOWER) };
}

function trace(mesh: Float32Array, plane: MouthPlane, points: readonly number[]): Float64Array {
  const { x, y, a, b, c, d } = plane;
  const area = a * d - b * c;
  const line = points.map((point) => {
    const [dx, dy] = [mesh[point * 3] - x, mesh[point * 3 + 1] - y];
    return { u: (d * dx - b * dy) / area, v: (a * dy - c * dx) / area };
  });
  return Float64Array.from({ length: STEPS }, (_, step) => {
    const u = -HALF_CM + ((step + 0.5) * 2 * HALF_CM) / STEPS;
    const next = line.findIndex((end) => end.u >= u);
    if (next <= 0) {
      return Number.NaN;
    }
    const [from, to] = [line[next - 1], line[next]];
    return from.v + ((to.v - from.v) * (u - from.u)) / (to.u - from.u || 1);
  });
}

/** An edge at a place; NaN beside the mouth. */
export function edgeAt(edge: Float64Array, u: number): number {
  const position = ((u + HALF_CM) * STEPS) / (2 * HALF_CM) - 0.5;
  const left = Math.floor(position);
  if (left < 0 || left + 1 >= STEPS) {
    return Number.NaN;
  }
  return edge[left] + (edge[left + 1] - edge[left]) * (position - left);
}
