import type { TrackedFace } from './face-track.ts';

/** Similarity of embeddings from which two images show one person. */
export const SAME_PERSON = 0.62;
/** Similarity below which they show two people. */
export const OTHER_PERSON = 0.5;
/** Angle (radians) above which, and size (pixels) below which faces are not identified. */
const MAX_ANGLE = 0.6;
const MIN_FACE_SIZE = 40;

/** Returns whether a face is clear enough to be identified. */
export function isSeenWell({ pose, box }: Pick<TrackedFace, 'pose' | 'box'>): boolean {
  return (
    Math.abs(pose.yaw) < MAX_ANGLE && Math.abs(pose.pitch) < MAX_ANGLE && box.width >= MIN_FACE_SIZE
  );
}
