import type { CapabilityEstimate } from '../form/estimate.ts';
import { toSpeechMs } from '../form/speech-length.ts';

/** Result as long as the estimated speech; measured over 5 seconds to 4 minutes of speech. */
export const estimate: CapabilityEstimate = {
  resultMs: ({ options }) => toSpeechMs(options['script']),
  workMs: (resultMs) => (resultMs === null ? null : 500 + 0.01 * resultMs),
};
