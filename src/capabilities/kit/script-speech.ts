/** Synthesises the speech of a job: a script in a voice of the catalogue, or in one matched to a sample. */
import { join } from 'node:path';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { SpeechReport } from '../../contract/job-details.ts';
import { chooseAutoVoice } from '../../engine/voice/auto-voice.ts';
import type { CatalogueVoice } from '../../engine/voice/catalogue.ts';
import { chooseVoice } from '../../engine/voice/choose-voice.ts';
import { cloneVoice, type ClonedSpeech } from '../../engine/voice/clone/clone-voice.ts';
import { soundFormats } from '../../engine/voice/file/sound-file.ts';
import { listNeuralVoices } from '../../engine/voice/neural/pack-voices.ts';
import { type RenderedSpeech, renderSpeech } from '../../engine/voice/render-speech.ts';
import type { VisemeSpan } from '../../engine/voice/visemes/find-visemes.ts';
import type { RunContext } from '../processor.ts';
import { withJobFailure } from './failures.ts';
import { requireFile } from './inputs.ts';
import { withSpeaker } from './with-speaker.ts';

/** WAV file of speech with its visemes. */
export interface ScriptSpeech {
  readonly path: string;
  readonly mime: string;
  readonly visemes: readonly VisemeSpan[];
  readonly voice: CatalogueVoice;
  readonly report: SpeechReport;
  readonly notes: readonly JobNote[];
}

/** Synthesises a script into the folder of a run, in the requested voice or a suitable one. */
export async function speakJobScript(
  context: RunContext,
  request: {
    readonly script: string;
    readonly voiceId: string | undefined;
    readonly language: string | undefined;
  },
): Promise<ScriptSpeech> {
  const { folder, signal, packs } = context;
  const { script } = request;
  const voices = await listNeuralVoices(packs?.folder ?? null);
  const { voice, notes } = await chooseSpeaker({ ...request, voices });
  const { extension, mime } = soundFormats.wav;
  const path = join(folder, `speech.${extension}`);
  return withSpeaker(signal, async (speaker) => {
    const made = await renderSpeech(speaker, { script, voice, path, format: 'wav', signal });
    return { path, mime, visemes: made.phones, voice, report: toSpeechReport(made), notes };
  });
}

/** Synthesises a script into the folder of a run, in a voice matched to the sample of a field. */
export async function cloneScript(
  context: RunContext,
  {
    sampleKey,
    onProgress,
    ...request
  }: {
    readonly sampleKey: string;
    readonly script: string;
    readonly language: string | undefined;
    readonly onProgress?: ((fraction: number) => void) | undefined;
  },
): Promise<ClonedSpeech & { readonly path: string; readonly mime: string }> {
  const { extension, mime } = soundFormats.wav;
  const path = join(context.folder, `speech.${extension}`);
  const sample = requireFile(context, sampleKey);
  const { signal } = context;
  const made = await withSpeaker(signal, (speaker) =>
    withJobFailure(
      () =>
        cloneVoice(speaker, {
          ...request,
          samplePath: sample.path,
          sampleMime: sample.mime,
          path,
          format: 'wav',
          signal,
          onProgress,
        }),
      'voice_sample_key',
    ),
  );
  return { ...made, path, mime };
}

/** Converts rendered speech to its report. */
export function toSpeechReport({
  durationUs,
  sampleRateHz,
  loudnessLufs,
  phones,
}: RenderedSpeech): SpeechReport {
  return {
    durationMs: durationUs / 1000,
    sampleRateHz,
    loudnessLufs,
    phones: phones.filter(({ symbol }) => symbol !== '').length,
  };
}

interface SpeakerRequest {
  readonly script: string;
  readonly voiceId: string | undefined;
  readonly language: string | undefined;
  readonly voices: readonly CatalogueVoice[];
}

/** Chooses the requested voice, or one that suits the script. */
function chooseSpeaker(
  request: SpeakerRequest,
): Promise<{ readonly voice: CatalogueVoice; readonly notes: readonly JobNote[] }> {
  const { voiceId } = request;
  return withJobFailure(async () => {
    if (voiceId === undefined) {
      const voice = await chooseAutoVoice(request);
      const message = `${voice.label} (${voice.id}) spoke: voice_id was left out, and it suits the language of the script.`;
      return { voice, notes: [{ code: 'auto_voice', message }] };
    }
    const { voice, reason } = await chooseVoice({ ...request, voiceId });
    return { voice, notes: reason === null ? [] : [{ code: 'other_voice', message: reason }] };
  });
}
