import type { CapabilityEstimate } from '../form/estimate.ts';
import { toSpeechMs } from '../form/speech-length.ts';

/** As long as the script takes to be spoken; measured over 5 seconds to 4 minutes of speech. */
export const estimate: CapabilityEstimate = {
  resultMs: ({ options }) => toSpeechMs(options['script']),
  workMs: (resultMs) => (resultMs === null ? null : 500 + 0.01 * resultMs),
};
