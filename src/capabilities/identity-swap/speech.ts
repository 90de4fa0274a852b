/** What the character of an identity swap says instead of the sound of the clip. */
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { SpeechReport } from '../../contract/job-details.ts';
import type { VisemeSpan } from '../../engine/voice/visemes/find-visemes.ts';
import { type InputOf, requireFile } from '../kit/inputs.ts';
import { cloneScript, speakJobScript, toSpeechReport } from '../kit/script-speech.ts';
import type { RunContext } from '../processor.ts';

/** A sound that lips are moved to. */
export interface ReplacementAudio {
  readonly path: string;
  readonly mime: string | undefined;
  /** What is said when; null where it has to be found by the sound. */
  readonly visemes: readonly VisemeSpan[] | null;
  /** Who spoke; null for a recording. */
  readonly voiceId: string | null;
  /** Null for a recording. */
  readonly report: SpeechReport | null;
  readonly notes: readonly JobNote[];
}

/** The sound of a request; null where that of the clip stays. */
export async function readReplacementAudio(
  context: RunContext,
  input: InputOf<'submitIdentitySwap'>,
): Promise<ReplacementAudio | null> {
  const { audio_mode: mode, audio_key: audioKey, voice_sample_key: sampleKey, script } = input;
  if (mode === 'own_audio' && audioKey !== undefined) {
    const { path, mime } = requireFile(context, audioKey);
    return { path, mime, visemes: null, voiceId: null, report: null, notes: [] };
  }
  if (mode === 'tts' && script !== undefined) {
    const { voice_id: voiceId, language } = input;
    const { voice, ...spoken } = await speakJobScript(context, { script, voiceId, language });
    return { ...spoken, voiceId: voice.id };
  }
  if (mode === 'voice_clone' && script !== undefined && sampleKey !== undefined) {
    const made = await cloneScript(context, { sampleKey, script, language: undefined });
    const { path, mime, phones, base, match } = made;
    return {
      path,
      mime,
      visemes: phones,
      voiceId: base.id,
      report: {
        ...toSpeechReport(made),
        match: { ...match, formantsHz: [...match.formantsHz] },
      },
      notes: [],
    };
  }
  return null;
}
