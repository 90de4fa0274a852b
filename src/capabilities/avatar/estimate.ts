import type { CapabilityEstimate } from '../form/estimate.ts';
import { toSpeechMs } from '../form/speech-length.ts';

/** As long as what is said. Half of the work of a short one is completing what lies behind the person; measured at 720 lines. */
export const estimate: CapabilityEstimate = {
  resultMs: ({ options, lengthMsOf }) => lengthMsOf('audio_key') ?? toSpeechMs(options['script']),
  workMs: (resultMs) => (resultMs === null ? null : 6000 + 0.6 * resultMs),
};
