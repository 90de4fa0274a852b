import { limits } from '../../contract/api/limits.ts';
import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

const maxMs = limits.motionControlDurationSec.max * 1000;

/** Result as long as the clip or its requested part; measured at 720 × 1280 and 25 frames per second. */
export const estimate: CapabilityEstimate = {
  resultMs(job) {
    const clipMs = toClipMs(job, 'video_key');
    return clipMs === null ? null : Math.min(clipMs, maxMs);
  },
  workMs: (resultMs) => (resultMs === null ? null : 7000 + 0.7 * resultMs),
};
