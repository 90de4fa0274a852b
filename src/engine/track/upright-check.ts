import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion, type Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import type { Detector } from './detector.ts';

/** Tells which way up a face is: the mesh network sees one either way, the detector does not. */
export interface UprightCheck {
  /**
   * The face under the region of a detection as it really stands, when that is on its head; null when
   * the region has it the right way up. Overwritten by the next call.
   */
  findTurned(frame: I420Frame, face: Readonly<Region>): Detection | null;
}

/** For comparing, not for finding. */
const MIN_SCORE = 0.3;
/** On the scale of logits, where the right way up is ahead by 0.3 to 2.5. */
const CLEARLY = 0.5;
/** From the region of a detection to one in which the detector tells best. */
const MARGIN = 1.2;

/** A check with a detector of its own; the network may be shared within the thread. */
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

/** Scores near 1 differ more than they look. */
function toLogit(score: number): number {
  return Math.log(score / (1 - score));
}
