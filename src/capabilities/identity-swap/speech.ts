/** Provides the audio that replaces the clip's in an identity swap. */
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { SpeechReport } from '../../contract/job-details.ts';
import type { VisemeSpan } from '../../engine/voice/visemes/find-visemes.ts';
import { type InputOf, requireFile } from '../kit/inputs.ts';
import { cloneScript, speakJobScript, toSpeechReport } from '../kit/script-speech.ts';
import type { RunContext } from '../processor.ts';

/** Audio for the lip sync. */
export interface ReplacementAudio {
  readonly path: string;
  readonly mime: string | undefined;
  /** Visemes of the speech; null when they must be found from the audio. */
  readonly visemes: readonly VisemeSpan[] | null;
  /** Id of the voice; null for a recording. */
  readonly voiceId: string | null;
  /** Report of the speech; null for a recording. */
  readonly report: SpeechReport | null;
  readonly notes: readonly JobNote[];
}

/** Prepares the audio of a request; null when the clip keeps its own. */
export async function prepareReplacementAudio(
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
