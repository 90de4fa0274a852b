import { type CapabilityEstimate, toClipMs } from '../form/estimate.ts';

/** Result as long as the clip or its new audio; measured at 1280 × 720 and 25 frames per second. */
export const estimate: CapabilityEstimate = {
  resultMs(job) {
    const mode = job.options['audio_mode'];
    if (mode === 'own_audio') {
      return job.lengthMsOf('audio_key');
    }
    return mode === 'voice_clone' || mode === 'tts' ? null : toClipMs(job, 'video_key');
  },
  workMs: (resultMs) => (resultMs === null ? null : 12_000 + 5 * resultMs),
};
