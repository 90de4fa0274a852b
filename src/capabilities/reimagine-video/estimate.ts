import { limits } from '../../contract/api/limits.ts';
import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

const maxMs = limits.reimagineVideoDurationSec.max * 1000;

/** As long as the clip, or the part of it that is asked for; measured at 854 by 480 and 25 frames a second with two wishes. */
export const estimate: CapabilityEstimate = {
  resultMs(job) {
    const clipMs = toClipMs(job, 'video_key');
    return clipMs === null ? null : Math.min(clipMs, maxMs);
  },
  workMs: (resultMs) => (resultMs === null ? null : 1500 + 2 * resultMs),
};
