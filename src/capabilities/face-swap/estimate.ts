import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

/** Result as long as the clip or its requested part; measured at 1280 × 720 and 25 frames per second. */
export const estimate: CapabilityEstimate = {
  resultMs: (job) => toClipMs(job, 'video_key'),
  workMs: (resultMs) => (resultMs === null ? null : 500 + 0.26 * resultMs),
};
