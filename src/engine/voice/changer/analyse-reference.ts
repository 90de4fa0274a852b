import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { checkRecording } from './check-recording.ts';
import { measureVoice } from './measure-voice.ts';
import { resample } from './resample.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Voiced sound that a reference needs at least: three seconds of speech have as much. */
const leastVoicedSeconds = 1.5;
/** Speech that is listened to: more of it does not change the result. */
const mostSeconds = 60;

/**
 * Measures whose voice a recording is; takes some 20 ms of processor per second of it, a minute at most, so
 * it is done before audio is accepted. Throws `invalid_input` with the remedy when there is no speech in it,
 * too little, or something else, or when it is clipped.
 */
export function analyseReference(samples: Float32Array, sampleRateHz: number): VoiceTarget {
  const used = samples.subarray(0, mostSeconds * sampleRateHz);
  const speech = resample(used, sampleRateHz, VOICE_RATE_HZ);
  const { voicedSeconds, ...target } = measureVoice(speech);
  if (voicedSeconds === 0) {
    throw new AppError(
      'invalid_input',
      'There is no speech in the recording. Give at least 3 s of one person who speaks, better 10 s.',
      { details: faultDetails('no_speech') },
    );
  }
  checkRecording(speech);
  if (voicedSeconds < leastVoicedSeconds) {
    throw new AppError(
      'invalid_input',
      `There is too little speech in the recording: ${voicedSeconds.toFixed(1)} s have voice. ` +
        'Give at least 3 s of one person who speaks, better 10 s.',
      { details: faultDetails('little_speech') },
    );
  }
  return target;
}
