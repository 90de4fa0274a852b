import { compareEnvelopes } from '../changer/envelope.ts';
import { measureVoice } from '../changer/measure-voice.ts';
import type { VoiceTarget } from '../changer/voice-target.ts';

/** Measurement of the sample and of the result. */
interface MatchedMeasure {
  readonly sample: number;
  readonly result: number;
}

/** Measured similarity of a result to its sample. */
export interface VoiceMatch {
  readonly pitchHz: MatchedMeasure;
  /** Standard deviation of the pitch in semitones. */
  readonly pitchSpread: MatchedMeasure;
  /** F1 to F4 as far as both have them. */
  readonly formantsHz: readonly MatchedMeasure[];
  /** Distance of the long-term spectra in dB. */
  readonly envelopeDb: number;
}

/** Compares speech at `VOICE_RATE_HZ` with its target. */
export function compareVoices(target: VoiceTarget, speech: Float32Array): VoiceMatch {
  const result = measureVoice(speech);
  return {
    pitchHz: { sample: target.pitchHz, result: result.pitchHz },
    pitchSpread: { sample: target.pitchSpread, result: result.pitchSpread },
    formantsHz: target.formantsHz.flatMap((sample, index) => {
      const found = result.formantsHz[index];
      return found === undefined ? [] : [{ sample, result: found }];
    }),
    envelopeDb: compareEnvelopes(target.envelopes.all, result.envelopes.all),
  };
}
