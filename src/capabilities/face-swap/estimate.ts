import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

/** As long as the clip, or the part of it that is asked for; measured at 1280 by 720 and 25 frames a second. */
export const estimate: CapabilityEstimate = {
  resultMs: (job) => toClipMs(job, 'video_key'),
  workMs: (resultMs) => (resultMs === null ? null : 500 + 0.26 * resultMs),
};
