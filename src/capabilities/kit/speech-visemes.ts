import { AppError } from '../../base/errors.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { MonoSound } from '../../engine/talk/speech/loudness.ts';
import { findMouths } from '../../engine/talk/speech/find-mouths.ts';
import { chooseAutoVoice } from '../../engine/voice/auto-voice.ts';
import type { Phone } from '../../engine/voice/engines/engine.ts';
import { speakScript } from '../../engine/voice/speak/speak-script.ts';
import { alignPhones, MIN_FIT } from '../../engine/voice/visemes/align-phones.ts';
import type { VisemeSpan } from '../../engine/voice/visemes/find-visemes.ts';
import { createReason } from './engine-reason.ts';
import { withSpeaker } from './with-speaker.ts';

/** Transcript of a recording. */
export interface Transcript {
  readonly text: string;
  /** Language tag or name; detected from the text when absent. */
  readonly language?: string | undefined;
}

/** Visemes of a recording. */
export interface SpeechVisemes {
  /** In order and without gaps. */
  readonly visemes: readonly VisemeSpan[];
  /** True when they were aligned with the transcript, which is more exact than the audio alone. */
  readonly isAligned: boolean;
  readonly notes: readonly JobNote[];
}

/** Sentence of the report on aligned visemes. */
export const alignedReason = createReason(
  'words_given',
  'Mouths follow the words that were given with the recording.',
  {},
);

/**
 * Finds the visemes of a recording: aligned with its transcript when it matches, else from the audio, with a note that
 * the transcript was not used.
 */
export async function findSpeechVisemes(
  sound: MonoSound,
  transcript: Transcript | null,
  signal: AbortSignal,
): Promise<SpeechVisemes> {
  if (transcript === null) {
    return { visemes: findMouths(sound), isAligned: false, notes: [] };
  }
  const script = await readPhones(transcript, signal);
  const found = script === null ? null : alignPhones(sound.samples, sound.sampleRateHz, script);
  if (found !== null && found.fit >= MIN_FIT) {
    return { visemes: found.phones, isAligned: true, notes: [] };
  }
  const message =
    script === null
      ? 'No voice speaks the language of the text, so mouths were found by the sound alone.'
      : found === null
        ? 'The text does not fit into the recording, or is longer than two minutes of speech, so mouths were found by the sound alone.'
        : 'The recording says something else than the text, so mouths were found by the sound alone.';
  return {
    visemes: findMouths(sound),
    isAligned: false,
    notes: [{ code: 'transcript_unused', message }],
  };
}

/** Synthesises the phones of a text; null when no voice speaks its language. */
async function readPhones(
  { text, language }: Transcript,
  signal: AbortSignal,
): Promise<readonly Phone[] | null> {
  try {
    return await withSpeaker(signal, async (speaker) => {
      const voice = await chooseAutoVoice({ script: text, language });
      const phones: Phone[] = [];
      for await (const part of speakScript(speaker, { script: text, voice, signal })) {
        phones.push(...part.phones);
      }
      return phones;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code !== 'processing_failed') {
      return null;
    }
    throw error;
  }
}
