import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { checkRecording } from './check-recording.ts';
import { measureVoice } from './measure-voice.ts';
import { resample } from './resample.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Minimum voiced time of a reference: three seconds of speech contain as much. */
const minVoicedSeconds = 1.5;
/** Maximum length that is analysed: more does not change the result. */
const maxSeconds = 60;

/**
 * Analyses the voice of a reference recording; takes some 20 ms of processor time per second, of a minute at most, so
 * it runs before audio is accepted. Throws `invalid_input` with a remedy when the recording has no speech or too
 * little, has other sound, or is clipped.
 */
export function analyseReference(samples: Float32Array, sampleRateHz: number): VoiceTarget {
  const used = samples.subarray(0, maxSeconds * sampleRateHz);
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
  if (voicedSeconds < minVoicedSeconds) {
    throw new AppError(
      'invalid_input',
      `There is too little speech in the recording: ${voicedSeconds.toFixed(1)} s have voice. ` +
        'Give at least 3 s of one person who speaks, better 10 s.',
      { details: faultDetails('little_speech') },
    );
  }
  return target;
}
