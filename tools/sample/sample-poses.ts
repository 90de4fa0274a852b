import { contours, type Point, ramp } from '../characters/face-shape.ts';

/** Pose of head and face in a frame of the sample. Lengths are centimetres. */
export interface Pose {
  /** Shift of the head to the right and down. */
  readonly shift: readonly [x: number, y: number];
  /** Rotation of the head about the neck, in degrees clockwise. */
  readonly tilt: number;
  /** Opening of the lips: 0 is closed, 1 the maximum. */
  readonly mouth: number;
  /** Closure of the lids: 0 is open, 1 closed. */
  readonly lids: number;
}

/** Mesh indices of the inner edge of the lower lip, from left to right in the image. */
export const lowerInnerLip = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308] as const;

const WIDEST_CM = 1.25;
const MOUTH_HALF_WIDTH_CM = 3.1;
const BLINK_SEC = [0.9, 2.55];
const BLINK_HALF_SEC = 0.1;

/** Returns the pose at a time of a clip that loops after `lengthSec`. */
export function poseAt(timeSec: number, lengthSec: number): Pose {
  const turn = (2 * Math.PI * timeSec) / lengthSec;
  const syllable = Math.max(0, Math.sin(turn * 7)) * (0.55 + 0.45 * Math.sin(turn * 2 + 1));
  // A pause between two sentences shows closed lips, too.
  const isTalking = ramp(Math.abs(timeSec / lengthSec - 0.55), 0.05, 0.14);
  const lids = Math.max(
    ...BLINK_SEC.map((sec) => Math.max(0, 1 - Math.abs(timeSec - sec) / BLINK_HALF_SEC)),
  );
  return {
    shift: [1.5 * Math.sin(turn), 0.4 * Math.sin(turn * 2)],
    tilt: 4.2 * Math.sin(turn + 0.6) + 1.1 * Math.sin(turn * 3),
    mouth: syllable * isTalking,
    lids,
  };
}

/** Moves the points of a face to a pose: lowers jaw and lower lip, and closes the upper lids. */
export function poseFace(points: readonly Point[], { mouth, lids }: Pose): Point[] {
  const posed = points.map((point) => ({ ...point }));
  const lipY = points[13]!.y;
  const lower = new Set<number>([...lowerInnerLip, ...contours.lips.slice(11)]);
  posed.forEach((point, index) => {
    const inLip = Math.max(0, 1 - (point.x / MOUTH_HALF_WIDTH_CM) ** 2);
    const inJaw = ramp(point.y, lipY + 0.6, lipY + 2.2) * ramp(Math.abs(point.x), 8, 3);
    point.y += WIDEST_CM * mouth * (lower.has(index) ? inLip : inJaw * 0.85);
  });
  for (const eye of [contours.leftEye, contours.rightEye]) {
    const lid = eye.slice(0, 9);
    const under = eye.slice(9).toReversed();
    lid.slice(1, -1).forEach((index, at) => {
      const below = points[under[at]!]!.y;
      posed[index]!.y += (below - points[index]!.y) * lids * 0.94;
    });
  }
  return posed;
}
