import { limits } from '../../contract/api/limits.ts';
import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

const maxMs = limits.reimagineVideoDurationSec.max * 1000;

/**
 * Result as long as the clip or its requested part; measured at 854 × 480 and 25 frames per second with two requests.
 */
export const estimate: CapabilityEstimate = {
  resultMs(job) {
    const clipMs = toClipMs(job, 'video_key');
    return clipMs === null ? null : Math.min(clipMs, maxMs);
  },
  workMs: (resultMs) => (resultMs === null ? null : 1500 + 2 * resultMs),
};
