/**
 * Spares most meshes of a live face: while it looks as it did when the network placed it last, its mesh is only moved to
 * where it is now. No later frame is waited for.
 *
 *   placed -- looks the same: moved -- looks the same: moved -- placed ...
 *             looks otherwise (lids, lips, a hand, a turn): placed
 */
import { createFaceQuickCheck } from './face-quick-check.ts';
import { MESH_MARGIN } from './face-region.ts';
import type { FaceTrack } from './face-track.ts';
import type { StreamFrame } from './lookahead.ts';

/** Moves meshes of the faces of one stream. */
export interface MeshFollower {
  /** Moves the raw points of a face into this frame. False when they must be placed, which {@link record} is told of then. */
  follow(track: FaceTrack, now: StreamFrame): boolean;
  /** Notes that the raw points of a face were placed in this frame. */
  record(track: FaceTrack, now: StreamFrame): void;
}

/** Confidence below which a face is looked at again in every frame. */
const MIN_CONFIDENCE = 0.9;
/** Longer ago is another moment. */
const MAX_AGE_US = 120_000;
/** Tip of the nose. */
const MIDDLE = 4;

/** `most` frames are moved to in a row at most. */
export function createMeshFollower(most: number): MeshFollower {
  const quickCheck = createFaceQuickCheck();
  return {
    follow(track, { frame, timestampUs }) {
      const { last, rawPoints, landmarks } = track;
      const ageUs = timestampUs - last.timestampUs;
      // Before the first placing the age is no number.
      if (
        track.followedFrames >= most ||
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
