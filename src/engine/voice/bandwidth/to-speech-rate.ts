import { resample } from '../changer/resample.ts';
import type { Speech } from '../engines/engine.ts';
import { SPEECH_RATE_HZ } from './band-levels.ts';
import { extendBandwidth } from './extend-bandwidth.ts';

/** Sample rate at which an engine leaves out everything above 8 kHz. */
const narrowHz = 16_000;

/** Resamples speech to at least {@link SPEECH_RATE_HZ}; extends the bandwidth of 16 kHz speech. */
export function toSpeechRate(speech: Speech): Speech {
  const { samples, sampleRateHz } = speech;
  if (sampleRateHz >= SPEECH_RATE_HZ) {
    return speech;
  }
  const raised =
    sampleRateHz === narrowHz
      ? extendBandwidth(samples, sampleRateHz)
      : Float32Array.from(resample(samples, sampleRateHz, SPEECH_RATE_HZ));
  return { ...speech, samples: raised, sampleRateHz: SPEECH_RATE_HZ };
}
