import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion, type Region } from '../pixels/region.ts';
import type { FaceDetector } from './face-detector.ts';

/** Tells which way up a face is: the mesh network sees one either way, the detector does not. */
export interface UprightCheck {
  /** Whether the face under the region of a mesh stands on its head there. */
  isUpsideDown(frame: I420Frame, face: Readonly<Region>): boolean;
}

/** For comparing, not for finding. */
const MIN_SCORE = 0.1;
/** The right way up a face scores above 0.9, the wrong way up below 0.5. */
const CLEARLY = 0.2;
/** From the region of a mesh to one in which the detector scores best. */
const MARGIN = 1.33;

/** A check with a detector of its own; the network may be shared within the thread. */
export function createUprightCheck(detector: FaceDetector): UprightCheck {
  const region = createRegion();
  const bestScore = (frame: I420Frame): number =>
    detector.detect(frame, region, MIN_SCORE)[0]?.score ?? 0;
  return {
    isUpsideDown(frame, face) {
      copyRegion(face, region);
      region.width *= MARGIN;
      region.height *= MARGIN;
      const upright = bestScore(frame);
      region.rotation += Math.PI;
      return bestScore(frame) > upright + CLEARLY;
    },
  };
}
