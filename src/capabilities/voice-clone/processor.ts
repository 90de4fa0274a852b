import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { noQuality } from '../../contract/job-details.ts';
import { cloneVoice, type ClonedSpeech } from '../../engine/voice/clone/clone-voice.ts';
import { soundFormats } from '../../engine/voice/file/sound-file.ts';
import { openSpeaker, type Speaker } from '../../engine/voice/speak/speaker.ts';
import { type InputOf, readInput, requireFile } from '../kit/inputs.ts';
import { engineNames } from '../kit/speech-engines.ts';
import { createWorkClock, type WorkClock } from '../kit/work-clock.ts';
import type { Processor, RunContext, RunResult } from '../processor.ts';
import { voiceClone } from './definition.ts';

const weights = { reading: 1, preparing: 4, rendering: 94, finishing: 1 };
const { mime, extension } = soundFormats.wav;

/** Speaks a script into a WAV file, in a voice that is matched to the sample. */
export const processor: Processor = { feature: voiceClone.feature, run };

async function run(context: RunContext): Promise<RunResult> {
  const input = readInput(context, voiceClone.operation);
  const { signal } = context;
  const clock = createWorkClock(weights, (progress) => context.report(progress));
  clock.enter('preparing');
  const speaker = openSpeaker();
  const stop = (): void => void speaker.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await clone(context, { input, speaker, clock });
  } catch (error) {
    // The request was taken in already, so what is wrong with the sample is a failure of the job.
    if (error instanceof AppError && error.code === 'invalid_input') {
      const details = { field: 'voice_sample_key', ...error.details };
      throw new AppError('processing_failed', error.message, { cause: error, details });
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await speaker.close();
  }
}

interface CloneWork {
  readonly input: InputOf<'submitVoiceClone'>;
  readonly speaker: Speaker;
  readonly clock: WorkClock;
}

async function clone(context: RunContext, work: CloneWork): Promise<RunResult> {
  const { input, speaker, clock } = work;
  const path = join(context.folder, `speech.${extension}`);
  clock.enter('rendering');
  const startedAtMs = performance.now();
  const sample = requireFile(context, input.voice_sample_key);
  const made = await cloneVoice(speaker, {
    samplePath: sample.path,
    sampleMime: sample.mime,
    script: input.script,
    language: input.language,
    path,
    format: 'wav',
    signal: context.signal,
    onProgress(fraction) {
      const spentMs = performance.now() - startedAtMs;
      clock.advance(fraction, fraction > 0 ? (spentMs * (1 - fraction)) / fraction : null);
    },
  });
  clock.enter('finishing');
  const { durationUs, sampleRateHz, loudnessLufs } = made;
  const durationMs = durationUs / 1000;
  return {
    output: {
      path,
      kind: 'audio',
      mime,
      extension,
      facts: { durationMs, hasAudio: true, sampleRateHz },
    },
    // Billed per clone.
    outputUs: 0,
    report: {
      engine: toEngine(made),
      stages: clock.stages(),
      wallMs: clock.wallMs(),
      frames: null,
      quality: noQuality,
      speech: {
        durationMs,
        sampleRateHz,
        loudnessLufs,
        phones: made.phones.filter(({ symbol }) => symbol !== '').length,
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
    reason:
      'The voice is matched to the sample in pitch, pace and tone. It is a likeness: speaking exactly ' +
      'like a person takes a model of your own.',
  };
}
