/**
 * Adds two points per eye to the mesh: the sides of the iris. Between them and the lids the eye of a source is drawn so
 * that it follows the target's gaze.
 */
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, softClamp } from '../../vision/math.ts';

/**
 * Number of points of the mesh and the irises behind it: for each eye the side at its outer corner, then the other
 * side.
 */
export const DRAWN_POINT_COUNT = MESH_POINT_COUNT + 4;

/** Gaze of both eyes in eye widths: from the outer corner to the inner one, and below the line between them. */
export interface Gaze {
  readonly along: Float32Array;
  readonly below: Float32Array;
  /** Half the width of the iris. */
  readonly reach: Float32Array;
}

/** Outlines of both eyes, and the index of each among the iris points. */
const EYES = [LEFT_EYE, RIGHT_EYE];
const IRIS_POINTS = [0, 5];
const SIDES = [1, 3] as const;
/** Indices in the outline of an eye. */
const OUTER = 0;
const INNER = 8;
const LIDS = 16;
/**
 * Ranges of half the width of an iris and of its position, in eye widths, to which measurements are clamped: irises of
 * people have one size, so others are detection errors.
 */
const REACHES = [0.16, 0.26] as const;
const POSITIONS = [0.28, 0.72] as const;
/** Maximum displacement of a drawn iris from its position in the photo, as a fraction of the eye width. */
const MAX_ASTRAY = 0.12;
/** Range of the iris centre between the lids (0, 1). */
const HEIGHTS = [0.25, 0.75] as const;

/** Creates the gaze of a pair of eyes. */
export function createGaze(): Gaze {
  return {
    along: new Float32Array(2),
    below: new Float32Array(2),
    reach: new Float32Array(2),
  };
}

/** Measures the gaze; see `TrackedFace` for mesh and irises. */
export function measureGaze(gaze: Gaze, mesh: Float32Array, irises: Float32Array): void {
  for (let eye = 0; eye < 2; eye += 1) {
    const outer = EYES[eye][OUTER] * 3;
    const inner = EYES[eye][INNER] * 3;
    const iris = IRIS_POINTS[eye] * 3;
    const acrossX = mesh[inner] - mesh[outer];
    const acrossY = mesh[inner + 1] - mesh[outer + 1];
    const square = acrossX * acrossX + acrossY * acrossY || 1;
    const x = irises[iris] - mesh[outer];
    const y = irises[iris + 1] - mesh[outer + 1];
    // Seen from the outer corner, down is to the right in the left eye and to the left in the other.
    const down = (acrossX * y - acrossY * x) * (eye === 0 ? 1 : -1);
    const [right, left] = [iris + SIDES[0] * 3, iris + SIDES[1] * 3];
    const wide = Math.hypot(irises[right] - irises[left], irises[right + 1] - irises[left + 1]);
    gaze.along[eye] = clamp((acrossX * x + acrossY * y) / square, ...POSITIONS);
    gaze.below[eye] = down / square;
    gaze.reach[eye] = clamp(wide / 2 / Math.sqrt(square), ...REACHES);
  }
}

/** Limits the sideways difference from another gaze to {@link MAX_ASTRAY}: an iris drawn further aside would tear. */
export function limitGaze(gaze: Gaze, other: Readonly<Gaze>): void {
  for (let eye = 0; eye < 2; eye += 1) {
    const astray = gaze.along[eye] - other.along[eye];
    gaze.along[eye] = other.along[eye] + softClamp(astray, MAX_ASTRAY);
  }
}

/** Sets the iris points of a mesh (x, y first, `step` values per point) by `gaze`, with the half width `reach`. */
export function positionIrises(
  points: Float32Array,
  step: number,
  gaze: Readonly<Gaze>,
  reach: Float32Array,
): void {
  for (let eye = 0; eye < 2; eye += 1) {
    const outline = EYES[eye];
    const outer = outline[OUTER] * step;
    const inner = outline[INNER] * step;
    const acrossX = points[inner] - points[outer];
    const acrossY = points[inner + 1] - points[outer + 1];
    const side = eye === 0 ? 1 : -1;
    for (let end = 0; end < 2; end += 1) {
      const along = gaze.along[eye] + (end === 0 ? -reach[eye] : reach[eye]);
      const upper = heightOfLid(points, step, outline, along, 1);
      const lower = heightOfLid(points, step, outline, along, -1);
      const open = lower - upper;
      const wanted = gaze.below[eye];
      const below =
        open <= 0
          ? (upper + lower) / 2
          : Math.max(upper + open * HEIGHTS[0], Math.min(upper + open * HEIGHTS[1], wanted));
      const at = (MESH_POINT_COUNT + eye * 2 + end) * step;
      points[at] = points[outer] + acrossX * along - acrossY * below * side;
      points[at + 1] = points[outer + 1] + acrossY * along + acrossX * below * side;
    }
  }
}

/**
 * Returns the height of a lid below the line between the corners, at a position along it, as a fraction of the eye
 * width.
 */
function heightOfLid(
  points: Float32Array,
  step: number,
  outline: readonly number[],
  along: number,
  direction: 1 | -1,
): number {
  const outer = outline[OUTER] * step;
  const inner = outline[INNER] * step;
  const acrossX = points[inner] - points[outer];
  const acrossY = points[inner + 1] - points[outer + 1];
  const square = acrossX * acrossX + acrossY * acrossY || 1;
  const side = outline === LEFT_EYE ? 1 : -1;
  let lastAlong = 0;
  let lastBelow = 0;
  for (let index = 1; index <= INNER; index += 1) {
    const at = outline[(LIDS + index * direction) % LIDS] * step;
    const x = points[at] - points[outer];
    const y = points[at + 1] - points[outer + 1];
    const nextAlong = (acrossX * x + acrossY * y) / square;
    const nextBelow = ((acrossX * y - acrossY * x) * side) / square;
    if (nextAlong >= along) {
      const fraction = (along - lastAlong) / (nextAlong - lastAlong || 1);
      return lastBelow + (nextBelow - lastBelow) * fraction;
    }
    lastAlong = nextAlong;
    lastBelow = nextBelow;
  }
  return lastBelow;
}

/** Lists the triangles of both eyes between lids and irises. */
export function listEyeTriangles(): readonly number[] {
  const triangles: number[] = [];
  EYES.forEach((outline, eye) => {
    const first = MESH_POINT_COUNT + eye * 2;
    const second = first + 1;
    const add = (a: number, b: number, c: number): void => {
      triangles.push(...(eye === 0 ? [a, c, b] : [a, b, c]));
    };
    const lid = (index: number): number => outline[(LIDS + index) % LIDS];
    for (let index = -4; index < 4; index += 1) {
      add(first, lid(index), lid(index + 1));
    }
    for (let index = 4; index < 12; index += 1) {
      add(second, lid(index), lid(index + 1));
    }
    add(first, lid(4), second);
    add(second, lid(12), first);
  });
  return triangles;
}

/** Returns whether three points form a triangle within an eye of the mesh. */
export function isWithinEye(corners: readonly number[]): boolean {
  return EYES.some((outline) => corners.every((point) => outline.includes(point)));
}

/** Sets the value of the iris points to the mean of those at the corners of their eyes. */
export function fillIrises(values: Float32Array): void {
  for (let eye = 0; eye < 2; eye += 1) {
    const outline = EYES[eye];
    const mean = (values[outline[OUTER]] + values[outline[INNER]]) / 2;
    values[MESH_POINT_COUNT + eye * 2] = mean;
    values[MESH_POINT_COUNT + eye * 2 + 1] = mean;
  }
}
