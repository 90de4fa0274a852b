/**
 * Stands in for the engine where only the way of a job is tested: gives the video back as it came. The
 * length that is asked for says how it ends.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../src/base/errors.ts';
import type { ProcessorEntry, RunContext } from '../../src/capabilities/processor.ts';
import { noQuality } from '../../src/contract/job-details.ts';

/** Lengths in seconds that end otherwise than with a result alone. */
export const lengths = { noted: 6, faceless: 7, endless: 8 };

export const processors: readonly ProcessorEntry[] = [
  {
    feature: 'face_swap',
    load: async () => ({
      feature: 'face_swap',
      async run(context) {
        const { max_duration_sec: length } = context.input;
        if (length === lengths.faceless) {
          throw new AppError('face_not_detected', 'No face was found in the video of video_key.');
        }
        context.report({ fraction: 0.25, stage: 'rendering', etaMs: 3000 });
        if (length === lengths.endless) {
          await sleep(600_000, undefined, { signal: context.signal });
        }
        const path = join(context.folder, 'result.mp4');
        await copyFile(videoOf(context.files), path);
        return {
          output: { path, kind: 'video', mime: 'video/mp4', extension: 'mp4', facts: {} },
          outputUs: 1_000_000,
          report: {
            engine: { name: 'Copy', provider: 'CPU', models: [], reason: null },
            stages: [],
            wallMs: 1,
            frames: null,
            quality: noQuality,
          },
          notes: length === lengths.noted ? [note, note] : [],
        };
      },
    }),
  },
];

const note = { code: 'smaller_output', message: 'The source is smaller than 1080p.' } as const;

function videoOf(files: RunContext['files']): string {
  return Object.values(files).find(({ kind }) => kind === 'video')?.path ?? '';
}
