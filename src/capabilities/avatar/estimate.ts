import type { CapabilityEstimate } from '../form/estimate.ts';
import { toSpeechMs } from '../form/speech-length.ts';

/**
 * Result as long as the speech. Half of the work for a short one is completing the background; measured at 720 lines.
 */
export const estimate: CapabilityEstimate = {
  resultMs: ({ options, lengthMsOf }) => lengthMsOf('audio_key') ?? toSpeechMs(options['script']),
  workMs: (resultMs) => (resultMs === null ? null : 6000 + 0.6 * resultMs),
};
