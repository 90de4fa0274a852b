import { LoudnessMeter } from '../../../src/engine/voice/loudness/loudness-meter.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';

/** Loudness of speech in listening tests (ITU-T P.835), in LUFS. */
const judgedLufs = -26;

/**
 * Speech at the rate of voices as loud as every judge of voices, of quality and of words hears it: an encoder of speakers that is given
 * power is swayed by level, by up to .11 of likeness. Silence stays as it is.
 */
export function toJudgedLevel(speech: Float32Array): Float32Array<ArrayBuffer> {
  const meter = new LoudnessMeter(VOICE_RATE_HZ);
  meter.add(speech);
  const gainDb = judgedLufs - meter.integrated();
  const gain = Number.isFinite(gainDb) ? 10 ** (gainDb / 20) : 1;
  return speech.map((sample) => gain * sample);
}
