/**
 * The plane behind the lips in which the inside of a mouth is computed, in centimetres of the head. Teeth keep their
 * position when the head turns, and lips move in front of them.
 */
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { clamp } from '../../vision/math.ts';

/** Pose of a head in an image, and the position of its face's middle. */
export interface HeadPosition extends Readonly<HeadPose> {
  readonly middleX: number;
  readonly middleY: number;
}

/** Origin of the plane behind the lips in head coordinates, with the arch and tilt of the teeth. */
export interface MouthOrigin {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /**
   * Depth of teeth behind the plane, in centimetres per square centimetre of distance from the middle: they stand on an
   * arch, as lips do.
   */
  readonly arch: number;
  /** Slope of the teeth downwards to the right, as of meeting lips. */
  readonly tilt: number;
}

/**
 * Affine projection of the plane into an image: `x + a * u + b * v`, `y + c * u + d * v` for u to the right and v down,
 * in centimetres. A point one centimetre behind the plane appears shifted by `behindU` and `behindV`.
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

/** Position on the plane, in centimetres. */
interface MouthPoint {
  u: number;
  v: number;
}

/** Inner lip edges on a plane: v sampled at steps of u; NaN beside the mouth. */
export interface LipEdges {
  readonly upper: Float64Array;
  readonly lower: Float64Array;
}

/** Distance of the teeth behind the lips. */
const DEPTH_CM = 0.7;
/** Maximum curvature of the dental arch, whatever depth the mesh has. */
const MAX_ARCH = 0.3;
/**
 * Maximum tilt: meshes are tilted slightly against their lips; beyond this the lips are drawn aside and teeth are not.
 */
const MAX_TILT = 0.05;
/** Newton iterations from the visible to the actual position. */
const REFINEMENTS = 3;
/** Minimum slope in Newton's method: beyond it the arch turns away from the viewer. */
const MIN_SEEN = 0.2;
const STEPS = 64;
const HALF_CM = 3.6;
const [LEFT_CORNER, RIGHT_CORNER, UPPER_MIDDLE, LOWER_MIDDLE] = [61, 291, 13, 14];
/** Inner lip edges from corner to corner. */
const UPPER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const LOWER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];

/** Mesh points of the inner lip edges. */
export const INNER_LIP_POINTS: readonly number[] = [...UPPER, ...LOWER];

/**
 * Finds the origin behind the line where the lips of a shape meet, as projected in its source image: the estimated
 * pitch is not exact enough to let teeth disappear behind a lip.
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
    arch: clamp(back / (across(0) / 2) ** 2, 0, MAX_ARCH),
    tilt: clamp(across(1) / across(0), -MAX_TILT, MAX_TILT),
  };
}

/** Projects the plane of a head into its image. */
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

/**
 * Moves a point of the plane to the point on the dental arch that is visible there. Runs for every pixel of a mouth, so
 * it allocates nothing.
 */
export function moveToArch(
  point: MouthPoint,
  { arch, tilt }: MouthOrigin,
  { behindU, behindV }: MouthPlane,
): void {
  const seenU = point.u;
  let u = seenU;
  for (let step = 0; step < REFINEMENTS; step += 1) {
    const slope = 1 + 2 * behindU * arch * u;
    u -= (u + behindU * arch * u * u - seenU) / Math.max(MIN_SEEN, slope);
  }
  point.u = u;
  point.v -= behindV * arch * u * u;
  point.v -= tilt * u;
}

/** Traces the lip edges of a mesh (x, y, z per point, pixels) on a plane. */
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

/** Interpolates an edge at `u`; NaN beside the mouth. */
export function edgeAt(edge: Float64Array, u: number): number {
  const position = ((u + HALF_CM) * STEPS) / (2 * HALF_CM) - 0.5;
  const left = Math.floor(position);
  if (left < 0 || left + 1 >= STEPS) {
    return Number.NaN;
  }
  return edge[left] + (edge[left + 1] - edge[left]) * (position - left);
}
