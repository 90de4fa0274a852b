/** Provides the speech of an avatar: a synthesised script, or the recording of the request. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { limits } from '../../contract/api/limits.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { SpeechReport } from '../../contract/job-details.ts';
import { readMonoSound } from '../../engine/talk/speech/mono-sound.ts';
import type { AvatarSpeech } from '../../engine/talk/avatar-video/render-avatar.ts';
import type { CatalogueVoice } from '../../engine/voice/catalogue.ts';
import { findSpeechVisemes } from '../kit/speech-visemes.ts';
import { type InputOf, requireFile } from '../kit/inputs.ts';
import { speakJobScript } from '../kit/script-speech.ts';
import type { RunContext } from '../processor.ts';

/** Speech of a job. */
export interface JobSpeech {
  readonly speech: AvatarSpeech;
  /** Voice of the script; null for a recording. */
  readonly voice: CatalogueVoice | null;
  /** Report of the speech; null for a recording. */
  readonly report: SpeechReport | null;
  /** True when visemes were aligned with the transcript of a recording. */
  readonly isAligned: boolean;
  readonly notes: readonly JobNote[];
}

type AvatarInput = InputOf<'submitAvatar'>;

/**
 * Tolerance of the maximum length in seconds: encoders and decoders may lengthen audio that was cut to a whole minute.
 */
const ROUNDING_SEC = 0.5;

/** Reads the speech of a request. A recording overrides script and voice. */
export function readSpeech(context: RunContext, input: AvatarInput): Promise<JobSpeech> {
  const { audio_key: audioKey, script = '' } = input;
  return audioKey === undefined
    ? speak(context, { ...input, script })
    : readRecording(context, audioKey, input.language);
}

/** Derives the seed of the head motion from image and speech, so that a job can be repeated. */
export async function readSeed(path: string, { sound }: AvatarSpeech): Promise<number> {
  const hash = createHash('sha256').update(await readFile(path));
  hash.update(
    new Uint8Array(sound.samples.buffer, sound.samples.byteOffset, sound.samples.byteLength),
  );
  return hash.digest().readUInt32LE();
}

async function readRecording(
  context: RunContext,
  key: string,
  language: string | undefined,
): Promise<JobSpeech> {
  const { signal, hints = {} } = context;
  const { path, mime } = requireFile(context, key);
  const { max } = limits.avatarAudioSec;
  const sound = await readMonoSound(path, { mime, signal, maxSec: max });
  const seconds = sound.samples.length / sound.sampleRateHz;
  if (seconds > max + ROUNDING_SEC) {
    throw new AppError(
      'input_too_large',
      `audio_key is ${seconds.toFixed(1)} s long; at most ${max} s can be used.`,
      {
        details: {
          field: 'audio_key',
          ...faultDetails('sound_too_long', { seconds: Math.round(seconds), max_seconds: max }),
        },
      },
    );
  }
  const transcript = hints.transcript === undefined ? null : { text: hints.transcript, language };
  const { visemes, ...rest } = await findSpeechVisemes(sound, transcript, signal);
  return { speech: { path, mime, sound, visemes }, voice: null, report: null, ...rest };
}

async function speak(
  context: RunContext,
  { script, voice_id: voiceId, language }: AvatarInput & { readonly script: string },
): Promise<JobSpeech> {
  const { path, mime, visemes, voice, report, notes } = await speakJobScript(context, {
    script,
    voiceId,
    language,
  });
  const { signal } = context;
  const sound = await readMonoSound(path, { mime, signal, maxSec: Number.POSITIVE_INFINITY });
  return { speech: { path, mime, sound, visemes }, voice, report, isAligned: false, notes };
}
