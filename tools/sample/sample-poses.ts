import { contours, type Point, ramp } from '../characters/face-shape.ts';

/** How somebody in the sample holds head and face at one moment. Lengths are centimetres. */
export interface Pose {
  /** Of the head, to the right and down. */
  readonly shift: readonly [x: number, y: number];
  /** Of the head around the neck, in degrees clockwise. */
  readonly tilt: number;
  /** 0 for closed lips, 1 for the widest they open. */
  readonly mouth: number;
  /** 0 for open eyes, 1 for closed ones. */
  readonly lids: number;
}

/** Where the lower lip begins inside, from the left to the right in the picture. */
export const lowerInnerLip = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308] as const;

const WIDEST_CM = 1.25;
const MOUTH_HALF_WIDTH_CM = 3.1;
const BLINK_SEC = [0.9, 2.55];
const BLINK_HALF_SEC = 0.1;

/** The pose at a time of a clip that begins anew after `lengthSec`. */
export function poseAt(timeSec: number, lengthSec: number): Pose {
  const turn = (2 * Math.PI * timeSec) / lengthSec;
  const syllable = Math.max(0, Math.sin(turn * 7)) * (0.55 + 0.45 * Math.sin(turn * 2 + 1));
  // A pause between two sentences, so that closed lips are seen too.
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

/** The points of a face in a pose: jaw and lower lip go down, the upper lids meet the lower ones. */
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
