import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import { limits } from '../../contract/api/limits.ts';
import type { JsonObject } from '../../base/json.ts';

/** Length of an upload by its `file_key`, in microseconds. */
export type ReadDurationUs = (fileKey: string) => number;

type Estimate = (input: JsonObject, durationUs: ReadDurationUs) => number;

const SECOND_US = 1_000_000;
/** A year: the longest that a request can ask for. */
const MAX_US = limits.faceSwapDurationSec.max * SECOND_US;
/**
 * MP3 pads audio to whole blocks, with silence at both ends: a minute would be refused for being some
 * milliseconds longer.
 */
const PADDING_US = 150_000;

/** Longest output each request can reach, in microseconds. Flat-rate features do not count length. */
const estimates: Readonly<Record<JobFeature, Estimate>> = {
  avatar: (input, durationUs) =>
    isText(input['audio_key'])
      ? readSound(input, durationUs, limits.avatarAudioSec.max)
      : toSpeechUs(input['script']),
  face_swap: (input, durationUs) =>
    capped(input, readFileUs(input['video_key'], durationUs), Infinity),
  face_swap_image: () => 0,
  // A longer video ends with the audio, a shorter one is repeated until then.
  lip_sync: (input, durationUs) => readSound(input, durationUs, limits.lipSyncAudioSec.max),
  reimagine_image: () => 0,
  reimagine_video: (input, durationUs) =>
    capped(
      input,
      readFileUs(input['video_key'], durationUs),
      limits.reimagineVideoDurationSec.max * SECOND_US,
    ),
  // In every audio mode except the video's own audio, the audio may be longer than the video.
  identity_swap: (input, durationUs) =>
    Math.max(
      readFileUs(input['video_key'], durationUs),
      input['audio_mode'] === 'own_audio' ? readFileUs(input['audio_key'], durationUs) : 0,
      input['audio_mode'] === 'voice_clone' || input['audio_mode'] === 'tts'
        ? toSpeechUs(input['script'])
        : 0,
    ),
  motion_control: (input, durationUs) =>
    capped(
      input,
      readFileUs(input['video_key'], durationUs),
      limits.motionControlDurationSec.max * SECOND_US,
    ),
  voice_clone: () => 0,
  text_to_speech: (input) => toSpeechUs(input['script']),
};

/**
 * Maximum output length of a validated request, in microseconds, from which its hold is computed. Throws
 * `input_too_large` for audio beyond the limit of the feature, and for files whose declared length exceeds any
 * billable output.
 */
export function estimateOutputUs(
  feature: JobFeature,
  input: JsonObject,
  durationUs: ReadDurationUs,
): number {
  const longestUs = Math.ceil(estimates[feature](input, durationUs));
  // Files may declare any length; for the largest ones even the cost is not a number.
  if (longestUs > MAX_US) {
    throw new AppError(
      'input_too_large',
      `The output could be ${Math.round(longestUs / SECOND_US)} s long; at most ${limits.faceSwapDurationSec.max} s can be made. max_duration_sec shortens it where it is allowed.`,
      {
        details: faultDetails('result_too_long', {
          seconds: Math.round(longestUs / SECOND_US),
          max_seconds: limits.faceSwapDurationSec.max,
        }),
      },
    );
  }
  return longestUs;
}

function capped(input: JsonObject, lengthUs: number, maxUs: number): number {
  const requested = input['max_duration_sec'];
  const requestedUs = typeof requested === 'number' ? requested * SECOND_US : Infinity;
  return Math.min(lengthUs, requestedUs, maxUs);
}

function readFileUs(key: unknown, durationUs: ReadDurationUs): number {
  return isText(key) ? durationUs(key) : 0;
}

function readSound(input: JsonObject, durationUs: ReadDurationUs, max: number): number {
  const lengthUs = readFileUs(input['audio_key'], durationUs);
  if (lengthUs > max * SECOND_US + PADDING_US) {
    throw new AppError(
      'input_too_large',
      `audio_key is ${(lengthUs / SECOND_US).toFixed(1)} s long; at most ${max} s can be used.`,
      {
        details: faultDetails('sound_too_long', {
          seconds: Math.round(lengthUs / SECOND_US),
          max_seconds: max,
        }),
      },
    );
  }
  return lengthUs;
}

/*
 * Time to speak a script at a slow rate. Normal speech is about 15 letters a second; here 8. A sign of
 * a script that writes syllables or words (Han, Kana, Hangul) and a digit, which is read as a word, take
 * far longer; a mark ends a phrase with a pause.
 */
const LETTER_US = 125_000;
const WORD_SIGN_US = 450_000;
const MARK_US = 700_000;
const LEAD_US = 2 * SECOND_US;
const wordSign =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}\p{S}]/u;
const mark = /[.!?…:;,。！？、\n]/u;

function toSpeechUs(script: unknown): number {
  if (!isText(script)) {
    return 0;
  }
  let totalUs = LEAD_US;
  for (const sign of script) {
    if (wordSign.test(sign)) {
      totalUs += WORD_SIGN_US;
    } else {
      totalUs += mark.test(sign) ? MARK_US : LETTER_US;
    }
  }
  return totalUs;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
