/** What an avatar says: a script that is spoken here, or the customer's own recording. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { limits } from '../../contract/api/limits.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { SpeechReport } from '../../contract/job-details.ts';
import { readMonoSound } from '../../engine/talk/speech/mono-sound.ts';
import type { AvatarSpeech } from '../../engine/talk/avatar-video/render-avatar.ts';
import { findMouths } from '../../engine/talk/speech/find-mouths.ts';
import { chooseAutoVoice } from '../../engine/voice/auto-voice.ts';
import type { CatalogueVoice } from '../../engine/voice/catalogue.ts';
import { chooseVoice } from '../../engine/voice/choose-voice.ts';
import { soundFormats } from '../../engine/voice/file/sound-file.ts';
import { listNeuralVoices } from '../../engine/voice/neural/pack-voices.ts';
import { renderSpeech } from '../../engine/voice/render-speech.ts';
import { openSpeaker } from '../../engine/voice/speak/speaker.ts';
import { failAsJob } from '../kit/failures.ts';
import { type InputOf, requireFile } from '../kit/inputs.ts';
import type { RunContext } from '../processor.ts';

/** Speech of a job. */
export interface JobSpeech {
  readonly speech: AvatarSpeech;
  /** Who spoke; null for a recording. */
  readonly voice: CatalogueVoice | null;
  /** Null for a recording. */
  readonly report: SpeechReport | null;
  readonly notes: readonly JobNote[];
}

type AvatarInput = InputOf<'submitAvatar'>;

/** Players and decoders add some at the ends of what was cut to a whole minute. */
const ROUNDING_SEC = 0.5;

/** The speech of a request. With a recording, script and voice count for nothing. */
export function readSpeech(context: RunContext, input: AvatarInput): Promise<JobSpeech> {
  const { audio_key: audioKey, script = '' } = input;
  return audioKey === undefined
    ? speak(context, { ...input, script })
    : readRecording(context, audioKey);
}

/** A number for the motion beside the mouth: the same for the same picture and words, so that a job can be repeated. */
export async function readSeed(path: string, { sound }: AvatarSpeech): Promise<number> {
  const hash = createHash('sha256').update(await readFile(path));
  hash.update(
    new Uint8Array(sound.samples.buffer, sound.samples.byteOffset, sound.samples.byteLength),
  );
  return hash.digest().readUInt32LE();
}

async function readRecording(context: RunContext, key: string): Promise<JobSpeech> {
  const { signal } = context;
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
  const speech = { path, mime, sound, visemes: findMouths(sound) };
  return { speech, voice: null, report: null, notes: [] };
}

async function speak(
  context: RunContext,
  { script, voice_id: voiceId, language }: AvatarInput & { readonly script: string },
): Promise<JobSpeech> {
  const { folder, signal, packs } = context;
  const voices = await listNeuralVoices(packs?.folder ?? null);
  const { voice, notes } = await chooseSpeaker({ script, voiceId, language, voices });
  const { extension, mime } = soundFormats.wav;
  const path = join(folder, `speech.${extension}`);
  const speaker = openSpeaker();
  const stop = (): void => void speaker.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const made = await renderSpeech(speaker, { script, voice, path, format: 'wav', signal });
    const { durationUs, sampleRateHz, loudnessLufs, phones } = made;
    const sound = await readMonoSound(path, { mime, signal, maxSec: Number.POSITIVE_INFINITY });
    return {
      speech: { path, mime, sound, visemes: phones },
      voice,
      report: {
        durationMs: durationUs / 1000,
        sampleRateHz,
        loudnessLufs,
        phones: phones.filter(({ symbol }) => symbol !== '').length,
      },
      notes,
    };
  } finally {
    signal.removeEventListener('abort', stop);
    await speaker.close();
  }
}

interface SpeakerRequest {
  readonly script: string;
  readonly voiceId: string | undefined;
  readonly language: string | undefined;
  readonly voices: readonly CatalogueVoice[];
}

/** Who speaks: the voice that was asked for, or one that suits the script. */
function chooseSpeaker(
  request: SpeakerRequest,
): Promise<{ readonly voice: CatalogueVoice; readonly notes: readonly JobNote[] }> {
  const { voiceId } = request;
  return failAsJob(async () => {
    if (voiceId === undefined) {
      const voice = await chooseAutoVoice(request);
      const message = `${voice.label} (${voice.id}) spoke: voice_id was left out, and it suits the language of the script.`;
      return { voice, notes: [{ code: 'auto_voice', message }] };
    }
    const { voice, reason } = await chooseVoice({ ...request, voiceId });
    return { voice, notes: reason === null ? [] : [{ code: 'other_voice', message: reason }] };
  });
}
