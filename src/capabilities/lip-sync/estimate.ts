import type { CapabilityEstimate } from '../form/estimate.ts';

/** As long as the sound; measured at 1280 by 720 and 25 frames a second. */
export const estimate: CapabilityEstimate = {
  resultMs: ({ lengthMsOf }) => lengthMsOf('audio_key'),
  workMs: (resultMs) => (resultMs === null ? null : 1500 + 0.3 * resultMs),
};
