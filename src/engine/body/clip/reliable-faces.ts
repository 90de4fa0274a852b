/** Finds the faces of a driver that are measured well enough to be drawn. */
import {
  type BodyFace,
  type BodyFrame,
  joint,
  middleOfJoints,
  middleOfShoulders,
} from '../joints.ts';

/**
 * Faces that turn away are measured badly shortly before they are lost, and when they come back: those beyond this yaw,
 * in radians, nearer than this to a frame without a face, in seconds, count as not visible.
 */
const LOST_YAW = 0.6;
const LOST_SEC = 0.4;
/**
 * Angle between a face and the camera, in radians, from which on it counts as turned away, and the one below which it
 * no longer does. Of a face that is turned farther, half is hidden: the network invents its eyes, and what is cut out
 * as its mouth is the background beside it.
 */
const [MAX_TURN, MAX_TURN_BACK] = [0.87, 0.8] as const;
/** Maximum time for which another face replaces one that is turned away; longer, the character would seem frozen. */
const HOLD_SEC = 1;
/** Minimum part of the visible faces that are reliable; with less, all of them are used. */
const MIN_RELIABLE = 0.1;

/**
 * Returns the face of each frame; null where there is none, where it is about to be lost or turned away for a moment,
 * and where it is upside down on its body: small faces are found so.
 */
export function findReliableFaces(all: readonly BodyFrame[]): readonly (BodyFace | null)[] {
  const frames = all.map((frame) => (isUpsideDown(frame) ? { ...frame, face: null } : frame));
  const isLost = ({ timestampUs, scene }: BodyFrame): boolean =>
    frames.some(
      (other) =>
        other.face === null &&
        other.scene === scene &&
        Math.abs(other.timestampUs - timestampUs) < LOST_SEC * 1e6,
    );
  const isReplaced = findReplaced(frames);
  const reliable = frames.map((frame, index) => {
    const { face } = frame;
    if (face === null || isReplaced[index]) {
      return null;
    }
    return Math.abs(face.pose.yaw) > LOST_YAW && isLost(frame) ? null : face;
  });
  const count = (faces: readonly (BodyFace | null)[]): number =>
    faces.filter((face) => face !== null).length;
  const faces = frames.map(({ face }) => face);
  return count(reliable) > count(faces) * MIN_RELIABLE ? reliable : faces;
}

/** Returns whether the crown of a face points to the shoulders rather than away from them. */
function isUpsideDown({ face, joints }: BodyFrame): boolean {
  if (face === null) {
    return false;
  }
  const [ears, neck] = [
    middleOfJoints(joints, joint.leftEar, joint.rightEar),
    middleOfShoulders(joints),
  ];
  return Math.cos(face.pose.roll - Math.atan2(ears.x - neck.x, neck.y - ears.y)) < 0;
}

/** Returns for each frame whether its face is turned away, but only for so short that another one may replace it. */
function findReplaced(frames: readonly BodyFrame[]): readonly boolean[] {
  const isTurned = findTurned(frames);
  const replaced = frames.map(() => false);
  const isInScene = (index: number, scene: number): boolean => frames[index]?.scene === scene;
  const isSure = (index: number): boolean =>
    (frames[index]?.face ?? null) !== null && !isTurned[index];
  let from = 0;
  while (from < frames.length) {
    const { scene } = frames[from]!;
    let to = from;
    while (isInScene(to, scene) && !isSure(to)) {
      to += 1;
    }
    // All of a turn is replaced or nothing, so that the face does not jump amid it.
    const ends = [from - 1, to].filter((index) => isInScene(index, scene));
    const isNear = (index: number): boolean =>
      ends.some(
        (end) => Math.abs(frames[end]!.timestampUs - frames[index]!.timestampUs) <= HOLD_SEC * 1e6,
      );
    const turned = Array.from({ length: to - from }, (_, at) => from + at).filter(
      (index) => isTurned[index],
    );
    if (turned.every(isNear)) {
      turned.forEach((index) => (replaced[index] = true));
    }
    from = Math.max(from + 1, to);
  }
  return replaced;
}

/** Returns for each frame whether its face is turned away; two limits keep faces near them from changing at once. */
function findTurned(frames: readonly BodyFrame[]): readonly boolean[] {
  let isTurned = false;
  return frames.map(({ face, scene }, index) => {
    isTurned &&= frames[index - 1]?.scene === scene;
    if (face === null) {
      return false;
    }
    const { yaw, pitch } = face.pose;
    const limit = isTurned ? MAX_TURN_BACK : MAX_TURN;
    isTurned = Math.cos(yaw) * Math.cos(pitch) < Math.cos(limit);
    return isTurned;
  });
}
