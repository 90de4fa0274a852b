import type { TrackedFace } from './face-track.ts';

/** Likeness of embeddings from which on two pictures show one person. */
export const SAME_PERSON = 0.62;
/** Below this they show two. */
export const OTHER_PERSON = 0.5;
/** Faces turned further than this (radians) or smaller than this (pixels) are not told apart. */
const MAX_ANGLE = 0.6;
const MIN_FACE_SIZE = 40;

/** Whether a face is seen well enough to tell whose it is. */
export function isSeenWell({ pose, box }: Pick<TrackedFace, 'pose' | 'box'>): boolean {
  return (
    Math.abs(pose.yaw) < MAX_ANGLE && Math.abs(pose.pitch) < MAX_ANGLE && box.width >= MIN_FACE_SIZE
  );
}
