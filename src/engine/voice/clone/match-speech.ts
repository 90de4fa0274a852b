import { measureVoice } from '../changer/measure-voice.ts';
import { toSemitones } from '../changer/pitch-profile.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from '../changer/voice-target.ts';
import { Psola } from '../convert/psola.ts';
import { limitPeriod, type VoiceMapper } from '../convert/voice-mapper.ts';
import { EnvelopeShaper } from './envelope-shaper.ts';
import { transportSpectra } from './transport-spectra.ts';

/** The liveliness of a voice is changed by no more than this. */
const leastSpread = 0.6;
const mostSpread = 1.6;

/**
 * Speech of ours in the voice of a sample, both at the rate of voices: its pitch and liveliness, the mean tone of its sounds with and
 * without voice, then its spectra as they vary and go together. As long as it was. `target` is what was measured of the sample. No
 * sound is exchanged for one of the sample: where a wrong one is chosen, a word is lost.
 */
export function matchSpeech(
  speech: Float32Array,
  sample: Float32Array,
  target: VoiceTarget,
): Float32Array<ArrayBuffer> {
  const own = measureVoice(speech);
  const spread = target.pitchSpread / Math.max(0.1, own.pitchSpread);
  const liveliness = Math.max(leastSpread, Math.min(mostSpread, spread));
  const [ownMean, mean] = [toSemitones(Math.max(1, own.pitchHz)), toSemitones(target.pitchHz)];
  const mapper: VoiceMapper = {
    formants: 1,
    leastFormants: 1,
    shaper: new EnvelopeShaper(own.envelopes, target.envelopes),
    mapPeriod(period) {
      const semitones = mean + liveliness * (toSemitones(VOICE_RATE_HZ / period) - ownMean);
      return limitPeriod(VOICE_RATE_HZ / 2 ** (semitones / 12), VOICE_RATE_HZ);
    },
  };
  const psola = new Psola(VOICE_RATE_HZ, mapper);
  const changed = new Float32Array(speech.length + psola.latency);
  changed.set(speech);
  psola.process(changed, changed);
  return transportSpectra(changed.subarray(psola.latency), sample);
}
