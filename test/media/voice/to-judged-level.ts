import { LoudnessMeter } from '../../../src/engine/voice/loudness/loudness-meter.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';

/** Loudness of speech in listening tests (ITU-T P.835), in LUFS. */
const judgedLufs = -26;

/**
 * Normalises speech to the level at which all judges of voices, quality and words receive it: level changes the
 * similarity of an encoder of power spectra by up to .11. Silence stays unchanged.
 */
export function toJudgedLevel(speech: Float32Array): Float32Array<ArrayBuffer> {
  const meter = new LoudnessMeter(VOICE_RATE_HZ);
  meter.add(speech);
  const gainDb = judgedLufs - meter.integrated();
  const gain = Number.isFinite(gainDb) ? 10 ** (gainDb / 20) : 1;
  return speech.map((sample) => gain * sample);
}
