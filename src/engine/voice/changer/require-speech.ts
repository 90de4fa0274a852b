import { AppError, type ErrorDetails } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { readAudio } from '../../io/audio/audio-reader.ts';
import { measureVoice } from './measure-voice.ts';
import { VOICE_RATE_HZ } from './voice-target.ts';

const minSeconds = 1;
/** Maximum length: a model takes some seconds per second of speech. */
const maxMinutes = 60;
/** Maximum length of non-silent audio that is analysed. */
const maxSeconds = 30;
/** Level of silence: blocks with a lower RMS, -60 dB, are skipped. */
const silence = 0.001;
/** Minimum voiced time: one word has as much. */
const minVoicedSeconds = 0.2;

/**
 * Returns the length of a recording in seconds, after checks. Throws `invalid_input` with a remedy when it is too
 * short, too long or without speech, and `unsupported_format` when it has no audio.
 */
export async function requireSpeech(path: string, signal?: AbortSignal): Promise<number> {
  const joined = new Float32Array(maxSeconds * VOICE_RATE_HZ);
  let joinedCount = 0;
  let count = 0;
  for await (const { channels } of readAudio(path, {
    sampleRateHz: VOICE_RATE_HZ,
    channels: 1,
    signal,
  })) {
    const [samples = new Float32Array()] = channels;
    count += samples.length;
    if (count > maxMinutes * 60 * VOICE_RATE_HZ) {
      const text = `The recording is longer than ${maxMinutes} minutes. Cut it into shorter pieces.`;
      throw refuse(text, faultDetails('too_long', { max_minutes: maxMinutes }));
    }
    if (joinedCount < joined.length && measureLevel(samples) > silence) {
      const part = samples.subarray(0, joined.length - joinedCount);
      joined.set(part, joinedCount);
      joinedCount += part.length;
    }
  }
  const seconds = count / VOICE_RATE_HZ;
  if (count === 0) {
    throw new AppError('unsupported_format', 'The file has no sound.', {
      details: faultDetails('no_sound'),
    });
  }
  if (seconds < minSeconds) {
    const text = `The recording is ${seconds.toFixed(1)} s long. Take one of at least ${minSeconds} s.`;
    throw refuse(text, faultDetails('too_short', { min_seconds: minSeconds }));
  }
  if (measureVoice(joined.subarray(0, joinedCount)).voicedSeconds < minVoicedSeconds) {
    const text = 'There is no speech in the recording. Take one in which one person speaks.';
    throw refuse(text, faultDetails('no_speech'));
  }
  return seconds;
}

function measureLevel(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) {
    power += sample * sample;
  }
  return Math.sqrt(power / Math.max(1, samples.length));
}

function refuse(message: string, details: ErrorDetails): AppError {
  return new AppError('invalid_input', message, { details });
}
