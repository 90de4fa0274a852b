import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion, type Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import type { Detector } from './detector.ts';

/** Determines the orientation of a face: the mesh network accepts a face upside down, the detector does not. */
export interface UprightCheck {
  /**
   * Returns the detection with the opposite orientation when the face in the region of a detection is upside down, and
   * null when it is upright there. Overwritten by the next call.
   */
  findTurned(frame: I420Frame, face: Readonly<Region>): Detection | null;
}

/** Minimum score; it is low, as scores are only compared. */
const MIN_SCORE = 0.3;
/** Lead in logits above which the opposite orientation is right; the right one leads by 0.3 to 2.5. */
const CLEARLY = 0.5;
/** Size of the compared region relative to that of a detection: the detector separates best there. */
const MARGIN = 1.2;

/** Creates a check with a detector of its own, whose network may be shared within the thread. */
export function createUprightCheck(detector: Detector): UprightCheck {
  const region = createRegion();
  return {
    findTurned(frame, face) {
      copyRegion(face, region);
      region.width *= MARGIN;
      region.height *= MARGIN;
      const score = detector.detect(frame, region, MIN_SCORE)[0]?.score ?? MIN_SCORE;
      region.rotation += Math.PI;
      const turned = detector.detect(frame, region, MIN_SCORE)[0];
      return turned !== undefined && toLogit(turned.score) > toLogit(score) + CLEARLY
        ? turned
        : null;
    },
  };
}

/** Converts a score to a logit: scores near 1 differ by more than their values. */
function toLogit(score: number): number {
  return Math.log(score / (1 - score));
}
