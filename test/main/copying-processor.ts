/**
 * Stands in for the engine in tests of a job's course: returns the unchanged video, and the picture as the still of a
 * stage. The requested duration selects the outcome.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../src/base/errors.ts';
import type { ProcessorEntry, RunContext, RunResult } from '../../src/capabilities/processor.ts';
import { type JobReport, noQuality } from '../../src/contract/job-details.ts';

/** Lengths in seconds that end otherwise than with a result alone. */
export const lengths = { noted: 6, faceless: 7, endless: 8 };

export const processors: readonly ProcessorEntry[] = [
  { feature: 'face_swap', load: async () => ({ feature: 'face_swap', run: copyVideo }) },
  { feature: 'identity_swap', load: async () => ({ feature: 'identity_swap', run: copyStage }) },
];

/** Stops with the still, at every request. */
async function copyStage(context: RunContext): Promise<RunResult> {
  const { stage, files, folder, input } = context;
  if (stage === null || stage === 'rendering_motion') {
    return copyVideo(context);
  }
  const { character_key: key } = input;
  const path = join(folder, 'still.png');
  await copyFile(typeof key === 'string' ? (files[key]?.path ?? '') : '', path);
  return {
    output: { path, kind: 'image', mime: 'image/png', extension: 'png', facts: {} },
    outputUs: 0,
    report,
  };
}

async function copyVideo(context: RunContext): Promise<RunResult> {
  const { max_duration_sec: length } = context.input;
  if (length === lengths.faceless) {
    throw new AppError('face_not_detected', 'No face was found in the video of video_key.');
  }
  context.report({ fraction: 0.25, phase: 'rendering', etaMs: 3000 });
  if (length === lengths.endless) {
    await sleep(600_000, undefined, { signal: context.signal });
  }
  const path = join(context.folder, 'result.mp4');
  await copyFile(toVideo(context.files), path);
  return {
    output: { path, kind: 'video', mime: 'video/mp4', extension: 'mp4', facts: {} },
    outputUs: 1_000_000,
    report,
    notes: length === lengths.noted ? [note, note] : [],
  };
}

const report: JobReport = {
  engine: { name: 'Copy', provider: 'CPU', models: [], reason: null },
  stages: [],
  wallMs: 1,
  frames: null,
  quality: noQuality,
};

const note = { code: 'smaller_output', message: 'The source is smaller than 1080p.' } as const;

function toVideo(files: RunContext['files']): string {
  return Object.values(files).find(({ kind }) => kind === 'video')?.path ?? '';
}
