import { createRegion, setLetterbox } from '../../pixels/region.ts';
import { createFaceDetector, fullRangeLayout } from '../../track/face-detector.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { LivePicture } from '../pictures.ts';
import { setAreaOfDetection } from './head-area.ts';

/** A second look at every picture, which does not depend on what the tracker follows. */
export interface FaceWatch {
  /** Notes in the picture where something looks like a face. */
  look(picture: LivePicture): void;
}

/** Lower than the tracker believes: a blurred cushion costs less than a bystander. */
const MIN_SCORE = 0.45;

/** A watch on a network of its own. */
export function createFaceWatch(fullRange: FixedModel): FaceWatch {
  const detector = createFaceDetector(fullRange, fullRangeLayout);
  const region = createRegion();
  return {
    look(picture) {
      const { frame, suspects } = picture;
      setLetterbox(region, frame.width, frame.height);
      const found = detector.detect(frame, region, MIN_SCORE);
      picture.suspectCount = Math.min(found.length, suspects.length);
      for (let index = 0; index < picture.suspectCount; index += 1) {
        setAreaOfDetection(suspects[index]!, found[index]!);
      }
    },
  };
}
