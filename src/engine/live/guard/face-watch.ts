import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion, setLetterbox } from '../../pixels/region.ts';
import type { Detection } from '../../track/detection.ts';
import {
  createFaceDetector,
  fullRangeLayout,
  shortRangeLayout,
} from '../../track/face-detector.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { LivePicture } from '../pictures.ts';
import { createEdgeMirror } from './edge-mirror.ts';
import { setAreaOfDetection } from './head-area.ts';

/** A second look at every picture, which does not depend on what the tracker follows. */
export interface FaceWatch {
  /** Notes in the picture where something looks like a face, or like half of one at an edge. */
  look(picture: LivePicture): void;
}

/** Networks of a watch; nobody else may use them meanwhile. */
export interface WatchModels {
  readonly shortRange: FixedModel;
  readonly fullRange: FixedModel;
}

/** Lower than the tracker believes: a blurred cushion costs less than a bystander. */
const MIN_SCORE = 0.4;
const MIN_EDGE_SCORE = 0.35;

/** A watch on networks of its own. */
export function createFaceWatch(models: WatchModels): FaceWatch {
  const whole = createFaceDetector(models.fullRange, fullRangeLayout);
  const close = createFaceDetector(models.shortRange, shortRangeLayout);
  const mirror = createEdgeMirror();
  const region = createRegion();

  const note = (picture: LivePicture, found: Readonly<Detection>): void => {
    if (picture.suspectCount < picture.suspects.length) {
      setAreaOfDetection(picture.suspects[picture.suspectCount]!, found);
      picture.suspectCount += 1;
    }
  };

  const lookAtEdge = (picture: LivePicture, frame: I420Frame, edge: 'left' | 'right'): void => {
    const small = mirror.take(frame, edge);
    setLetterbox(region, small.width, small.height);
    for (const found of close.detect(small, region, MIN_EDGE_SCORE)) {
      const inside = Math.abs(found.centreX - small.width / 2) * mirror.scale;
      found.centreX = edge === 'left' ? inside : frame.width - inside;
      found.centreY *= mirror.scale;
      found.width *= mirror.scale;
      found.height *= mirror.scale;
      note(picture, found);
    }
  };

  return {
    look(picture) {
      const { frame } = picture;
      picture.suspectCount = 0;
      setLetterbox(region, frame.width, frame.height);
      for (const found of whole.detect(frame, region, MIN_SCORE)) {
        note(picture, found);
      }
      lookAtEdge(picture, frame, 'left');
      lookAtEdge(picture, frame, 'right');
    },
  };
}
