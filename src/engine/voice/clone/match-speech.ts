import { measureVoice } from '../changer/measure-voice.ts';
import { toSemitones } from '../changer/pitch-profile.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from '../changer/voice-target.ts';
import { Psola } from '../convert/psola.ts';
import { limitPeriod, type VoiceMapper } from '../convert/voice-mapper.ts';
import { chooseFrames } from './choose-frames.ts';
import { equalise } from './equalise.ts';
import { FrameShaper } from './frame-shaper.ts';
import { readVoiceFrames } from './voice-frames.ts';

/** The liveliness of a voice is changed by no more than this. */
const leastSpread = 0.6;
const mostSpread = 1.6;

/**
 * Speech of ours in the voice of a sample, both at the rate of voices: its pitch and liveliness, for each sound the tone that
 * the sample has in such sounds, at last half of what its long-term spectrum lacks. As long as it was. `target` is what was measured of the
 * sample. Takes some 0.2 s of processor per second of speech for a sample of half a minute.
 */
export function matchSpeech(
  speech: Float32Array,
  sample: Float32Array,
  target: VoiceTarget,
): Float32Array<ArrayBuffer> {
  const [spoken, wanted] = [readVoiceFrames(speech), readVoiceFrames(sample)];
  const chosen = chooseFrames(spoken.frames, wanted.frames);
  const own = measureVoice(speech);
  const spread = target.pitchSpread / Math.max(0.1, own.pitchSpread);
  const liveliness = Math.max(leastSpread, Math.min(mostSpread, spread));
  const [ownMean, mean] = [toSemitones(Math.max(1, own.pitchHz)), toSemitones(target.pitchHz)];
  const mapper: VoiceMapper = {
    formants: 1,
    leastFormants: 1,
    shaper: new FrameShaper(spoken, wanted, chosen),
    mapPeriod(period) {
      const semitones = mean + liveliness * (toSemitones(VOICE_RATE_HZ / period) - ownMean);
      return limitPeriod(VOICE_RATE_HZ / 2 ** (semitones / 12), VOICE_RATE_HZ);
    },
  };
  const psola = new Psola(VOICE_RATE_HZ, mapper);
  const changed = new Float32Array(speech.length + psola.latency);
  changed.set(speech);
  psola.process(changed, changed);
  return equalise(changed.subarray(psola.latency), sample);
}
