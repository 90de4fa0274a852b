/**
 * Saves most runs of the mesh network for a live face: while it looks as in the last result of the network, its mesh is
 * only moved with it. No later frame is needed.
 *
 *   network -- looks the same: moved -- looks the same: moved -- network ...
 *             looks different (lids, lips, a hand, a turn): network
 */
import { createFaceQuickCheck } from './face-quick-check.ts';
import { MESH_MARGIN } from './face-region.ts';
import type { FaceTrack } from './face-track.ts';
import type { StreamFrame } from './lookahead.ts';

/** Moves meshes of the faces of one stream. */
export interface MeshFollower {
  /**
   * Moves the raw points of a face into this frame. Returns false when the network has to run on it; then
   * {@link record} follows.
   */
  follow(track: FaceTrack, now: StreamFrame): boolean;
  /** Stores the result of the network for this frame. */
  record(track: FaceTrack, now: StreamFrame): void;
}

/** Confidence below which the network runs in every frame. */
const MIN_CONFIDENCE = 0.9;
/** Maximum age of a result. */
const MAX_AGE_US = 120_000;
/** Tip of the nose. */
const MIDDLE = 4;

/** Creates a follower that moves a mesh in at most `max` successive frames. */
export function createMeshFollower(max: number): MeshFollower {
  const quickCheck = createFaceQuickCheck();
  return {
    follow(track, { frame, timestampUs }) {
      const { last, rawPoints, landmarks } = track;
      const ageUs = timestampUs - last.timestampUs;
      // Before the first result the age is NaN.
      if (
        track.followedFrames >= max ||
        !(ageUs < MAX_AGE_US) ||
        last.confidence < MIN_CONFIDENCE
      ) {
        return false;
      }
      const seconds = (timestampUs - track.settledUs) / 1_000_000;
      const at = MIDDLE * 3;
      const shiftX = landmarks[at] + track.speedX * seconds - last.points[at];
      const shiftY = landmarks[at + 1] + track.speedY * seconds - last.points[at + 1];
      for (let value = 0; value < rawPoints.length; value += 3) {
        rawPoints[value] = last.points[value] + shiftX;
        rawPoints[value + 1] = last.points[value + 1] + shiftY;
        rawPoints[value + 2] = last.points[value + 2];
      }
      if (!quickCheck.settle(frame, rawPoints, track.region.width / MESH_MARGIN, last.luma)) {
        return false;
      }
      track.followedFrames += 1;
      track.confidence = last.confidence;
      return true;
    },
    record(track, { frame, timestampUs }) {
      const { last, rawPoints } = track;
      last.points.set(rawPoints);
      last.confidence = track.confidence;
      last.timestampUs = timestampUs;
      track.followedFrames = 0;
      quickCheck.read(frame, last.points, track.region.width / MESH_MARGIN, last.luma);
    },
  };
}
