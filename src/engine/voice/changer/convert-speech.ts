import { measureSize } from './measure-size.ts';
import { TargetVoice } from './target-voice.ts';
import { DEFAULT_STRENGTH } from './voice-changer.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Seconds of speech that identify a speaker. */
const learnedSeconds = 30;

/**
 * Converts complete speech at `VOICE_RATE_HZ` to a target; duration and timing stay the same. The beginning is
 * processed twice, so that the speaker is known from the first word.
 */
export function convertSpeech(
  speech: Float32Array,
  target: VoiceTarget,
  strength: number = DEFAULT_STRENGTH,
): Float32Array<ArrayBuffer> {
  const voice = openLearnedVoice(speech, target, strength);
  const output = new Float32Array(speech.length);
  for (let index = 0; index < speech.length + voice.latency; index += 1) {
    const value = voice.step(speech[index] ?? 0);
    if (index >= voice.latency) {
      output[index - voice.latency] = value;
    }
  }
  return output;
}

/** Opens a voice that has learnt the speaker from the beginning of a recording and is ready for its first sample. */
export function openLearnedVoice(
  beginning: Float32Array,
  target: VoiceTarget,
  strength: number,
): TargetVoice {
  const count = Math.min(beginning.length, learnedSeconds * VOICE_RATE_HZ);
  const size = measureSize(beginning.subarray(0, count), target);
  const voice = new TargetVoice(target, strength, { size });
  // Silence flushes the beginning out of the delay lines.
  for (let index = 0; index < count + 2 * voice.latency; index += 1) {
    voice.step(index < count ? beginning[index]! : 0);
  }
  return voice;
}
