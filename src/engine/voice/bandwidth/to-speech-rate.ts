import { resample } from '../changer/resample.ts';
import type { Speech } from '../engines/engine.ts';
import { SPEECH_RATE_HZ } from './band-levels.ts';
import { extendBandwidth } from './extend-bandwidth.ts';

/** Engines up to this rate say nothing above 8 kHz. */
const narrowHz = 16_000;

/** Speech at {@link SPEECH_RATE_HZ} or more, with what lies above 8 kHz where its engine leaves that out. */
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
