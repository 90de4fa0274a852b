import { join } from 'node:path';
import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport } from '../../contract/job-details.ts';
import { noQuality } from '../../contract/job-details.ts';
import type { CatalogueVoice } from '../../engine/voice/catalogue.ts';
import { type ChosenVoice, chooseVoice } from '../../engine/voice/choose-voice.ts';
import { soundFormats } from '../../engine/voice/file/sound-file.ts';
import { listNeuralVoices } from '../../engine/voice/neural/pack-voices.ts';
import { renderSpeech } from '../../engine/voice/render-speech.ts';
import { createReason, reportReasons } from '../kit/engine-reason.ts';
import { withJobFailure } from '../kit/failures.ts';
import { readInput } from '../kit/inputs.ts';
import { toSpeechReport } from '../kit/script-speech.ts';
import { engineNames } from '../kit/speech-engines.ts';
import { withSpeaker } from '../kit/with-speaker.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { textToSpeech } from './definition.ts';

const weights = { reading: 1, preparing: 2, rendering: 96, finishing: 1 };
const { mime, extension } = soundFormats.wav;

/** Synthesises a script into a WAV file, which every other capability accepts. */
export const processor: Processor = { feature: textToSpeech.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, textToSpeech.operation);
  const { signal, folder } = context;
  const clock = createProgressTracker(weights, (progress) => context.report(progress));
  clock.enter('preparing');
  const { script, voice_id: voiceId, language } = input;
  const voices = await listNeuralVoices(context.packs?.folder ?? null);
  const chosen = await withJobFailure(() => chooseVoice({ voiceId, language, script, voices }));
  signal.throwIfAborted();
  clock.enter('rendering');
  const path = join(folder, `speech.${extension}`);
  const startedAtMs = performance.now();
  const made = await withSpeaker(signal, (speaker) =>
    renderSpeech(speaker, {
      script,
      voice: chosen.voice,
      path,
      format: 'wav',
      signal,
      onProgress(fraction) {
        const spentMs = performance.now() - startedAtMs;
        clock.advance(fraction, fraction > 0 ? (spentMs * (1 - fraction)) / fraction : null);
      },
    }),
  );
  clock.enter('finishing');
  const { durationUs, sampleRateHz } = made;
  const facts = { durationMs: durationUs / 1000, hasAudio: true, sampleRateHz };
  return {
    output: { path, kind: 'audio', mime, extension, facts },
    outputUs: durationUs,
    report: {
      engine: toEngine(chosen),
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality: noQuality,
      speech: toSpeechReport(made),
    },
    notes: chosen.reason === null ? [] : [{ code: 'other_voice', message: chosen.reason }],
  };
}

function describeModel({ id, licence }: CatalogueVoice): string {
  return `${id} (CPU; licence: ${licence})`;
}

function explainVoice({ voice: { model }, reason }: ChosenVoice): EngineReason {
  if (reason !== null) {
    return createReason('other_voice', reason, {});
  }
  return model === undefined
    ? createReason('voice_of_guise', 'Speech comes from the voices that are part of Guise.', {})
    : createReason('voice_of_model', `Speech comes from ${model.name} in the folder of models.`, {
        model: model.name,
      });
}

function toEngine(chosen: ChosenVoice): JobReport['engine'] {
  const { voice } = chosen;
  return {
    name: engineNames[voice.engine],
    provider: 'CPU',
    models: voice.model === undefined ? [voice.id] : [describeModel(voice)],
    ...reportReasons(explainVoice(chosen)),
  };
}
