import { limits } from '../../contract/api/limits.ts';
import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

const maxMs = limits.motionControlDurationSec.max * 1000;

/** As long as the clip, or the part of it that is asked for; measured at 720 by 1280 and 25 frames a second. */
export const estimate: CapabilityEstimate = {
  resultMs(job) {
    const clipMs = toClipMs(job, 'video_key');
    return clipMs === null ? null : Math.min(clipMs, maxMs);
  },
  workMs: (resultMs) => (resultMs === null ? null : 7000 + 0.7 * resultMs),
};
