import { noQuality } from '../../contract/job-details.ts';
import type { ClonedSpeech } from '../../engine/voice/clone/clone-voice.ts';
import { soundFormats } from '../../engine/voice/file/sound-file.ts';
import { createReason, reportReasons } from '../kit/engine-reason.ts';
import { readInput } from '../kit/inputs.ts';
import { cloneScript, toSpeechReport } from '../kit/script-speech.ts';
import { engineNames } from '../kit/speech-engines.ts';
import { createProgressTracker } from '../kit/progress-tracker.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { voiceClone } from './definition.ts';

const weights = { reading: 1, preparing: 4, rendering: 94, finishing: 1 };
const { mime, extension } = soundFormats.wav;

/** Synthesises a script into a WAV file, in a voice matched to a sample. */
export const processor: Processor = { feature: voiceClone.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, voiceClone.operation);
  const clock = createProgressTracker(weights, (progress) => context.report(progress));
  clock.enter('rendering');
  const startedAtMs = performance.now();
  const made = await cloneScript(context, {
    sampleKey: input.voice_sample_key,
    script: input.script,
    language: input.language,
    onProgress(fraction) {
      const spentMs = performance.now() - startedAtMs;
      clock.advance(fraction, fraction > 0 ? (spentMs * (1 - fraction)) / fraction : null);
    },
  });
  clock.enter('finishing');
  const { path, durationUs, sampleRateHz } = made;
  const durationMs = durationUs / 1000;
  return {
    output: {
      path,
      kind: 'audio',
      mime,
      extension,
      facts: { durationMs, hasAudio: true, sampleRateHz },
    },
    // Clones are billed per call.
    outputUs: 0,
    report: {
      engine: toEngine(made),
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality: noQuality,
      speech: {
        ...toSpeechReport(made),
        match: { ...made.match, formantsHz: [...made.match.formantsHz] },
      },
    },
  };
}

function toEngine({ base }: ClonedSpeech): RunResult['report']['engine'] {
  return {
    name: `${engineNames[base.engine]} and converter`,
    provider: 'CPU',
    models: [base.id],
    ...reportReasons(
      createReason(
        'voice_matched',
        'The voice is matched to the sample in pitch, pace and tone. It is a likeness: speaking exactly ' +
          'like a person takes a model of your own.',
        {},
      ),
    ),
  };
}
