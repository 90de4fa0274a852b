import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion, setLetterbox } from '../../pixels/region.ts';
import { createDetector, fullRangeLayout } from '../../track/detector.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { type CoveredHead, toHeadRegion } from './anonymise.ts';

/** Detects heads in whole frames, whatever a tracker has found there. */
export interface HeadDetector {
  /** Returns heads with at least this score (0..1). */
  detect(frame: I420Frame, minScore: number): CoveredHead[];
}

/** Creates a detector with the network that finds faces at any distance. */
export function createHeadDetector(fullRange: FixedModel): HeadDetector {
  const detector = createDetector(fullRange, fullRangeLayout);
  const region = createRegion();
  return {
    detect(frame, minScore) {
      setLetterbox(region, frame.width, frame.height);
      return detector
        .detect(frame, region, minScore)
        .map(({ centreX, centreY, width, height }) =>
          toHeadRegion({ left: centreX - width / 2, top: centreY - height / 2, width, height }),
        );
    },
  };
}
