/**
 * Spares every second mesh of a face that hardly changes: the mesh of the next frame is placed first, and when it is
 * like that of the last frame, the one between is their mean.
 *
 *   last (placed) -- this -- next (placed) : alike    -> this = mean, one network run for two frames
 *                                            not alike -> this is placed as well, nothing was in vain
 */
import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion } from '../pixels/region.ts';
import type { FacePlacer } from './face-placer.ts';
import { MESH_MARGIN } from './face-region.ts';
import type { FaceTrack } from './face-track.ts';
import { createSimilarity, fitSimilarity } from './similarity.ts';

/** The frame after the one that is tracked. */
export interface NextFrame {
  readonly frame: I420Frame;
  readonly timestampUs: number;
}

/** Looks at frames before their turn. */
export interface LookAhead {
  /**
   * Sets the raw points of a face between those of the last and of the next frame. False when they must be placed in this
   * frame; those of the next frame are kept either way.
   */
  place(track: FaceTrack, moments: LookMoments, next: NextFrame): boolean;
  /** Takes over what was placed in this frame already; false when nothing was. */
  take(track: FaceTrack): boolean;
}

/** In time of the stream. */
interface LookMoments {
  readonly lastUs: number;
  readonly nowUs: number;
}

/** Confidence below which a face is not believed ahead of its turn. */
const MIN_CONFIDENCE = 0.8;
/** Most that any point may change over two frames beside the movement of the whole face, in shares of its size. */
const MAX_CHANGE = 0.015;
/** Most that the whole face may move over two frames, in shares of its size: faster, its speed is not even enough. */
const MAX_MOVEMENT = 0.06;
/** Longer ago is another moment. */
const MAX_SPAN_US = 90_000;

/** Looks with `placer`; `rigidPoints` are the points that move only with the whole head. */
export function createLookAhead(placer: FacePlacer, rigidPoints: Uint16Array): LookAhead {
  const expected = createRegion();
  const movement = createSimilarity();

  const isAlike = (from: Float32Array, to: Float32Array, faceSize: number): boolean => {
    fitSimilarity(movement, from, to, rigidPoints);
    const { a, b, shiftX, shiftY } = movement;
    let mostChange = 0;
    let mostMovement = 0;
    for (let at = 0; at < from.length; at += 3) {
      const x = from[at]!;
      const y = from[at + 1]!;
      const movedX = a * x - b * y + shiftX;
      const movedY = b * x + a * y + shiftY;
      const changeX = to[at]! - movedX;
      const changeY = to[at + 1]! - movedY;
      mostChange = Math.max(mostChange, changeX * changeX + changeY * changeY);
      mostMovement = Math.max(mostMovement, (movedX - x) ** 2 + (movedY - y) ** 2);
    }
    return (
      mostChange < (MAX_CHANGE * faceSize) ** 2 && mostMovement < (MAX_MOVEMENT * faceSize) ** 2
    );
  };

  return {
    place(track, { lastUs, nowUs }, next) {
      const spanUs = next.timestampUs - lastUs;
      if (spanUs <= 0 || spanUs > MAX_SPAN_US) {
        return false;
      }
      copyRegion(track.region, expected);
      expected.centreX += (track.speedX * spanUs) / 1_000_000;
      expected.centreY += (track.speedY * spanUs) / 1_000_000;
      const confidence = placer.place(next.frame, expected, track.aheadPoints, MIN_CONFIDENCE);
      if (confidence === 0) {
        return false;
      }
      track.aheadConfidence = confidence;
      const { rawPoints, aheadPoints } = track;
      if (!isAlike(rawPoints, aheadPoints, placer.seen.width / MESH_MARGIN)) {
        return false;
      }
      const share = (nowUs - lastUs) / spanUs;
      for (let at = 0; at < rawPoints.length; at += 1) {
        rawPoints[at]! += (aheadPoints[at]! - rawPoints[at]!) * share;
      }
      track.confidence = Math.min(track.confidence, confidence);
      return true;
    },
    take(track) {
      if (track.aheadConfidence === 0) {
        return false;
      }
      track.rawPoints.set(track.aheadPoints);
      track.confidence = track.aheadConfidence;
      track.aheadConfidence = 0;
      return true;
    },
  };
}
