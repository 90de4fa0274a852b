import type { CapabilityEstimate } from '../form/estimate.ts';

/** Result as long as the audio; measured at 1280 × 720 and 25 frames per second. */
export const estimate: CapabilityEstimate = {
  resultMs: ({ lengthMsOf }) => lengthMsOf('audio_key'),
  workMs: (resultMs) => (resultMs === null ? null : 1500 + 0.3 * resultMs),
};
