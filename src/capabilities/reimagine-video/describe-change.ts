import type { JobNote } from '../../contract/api/resources/job.ts';
import { type JobReport, noQuality } from '../../contract/job-details.ts';
import type { VideoChangeFacts } from '../../engine/reimagine/video/change-video.ts';
import { notePrompt, reportPrompt } from '../kit/instructions.ts';
import { noteSmallerOutput } from '../kit/notes.ts';
import type { RunResult } from '../processor.ts';
import type { ChangeRequest } from './open-change.ts';

/** Creates the report and the notes of a changed video. */
export function describeChange(
  { prompt, maxShortSide }: ChangeRequest,
  facts: Pick<VideoChangeFacts, 'size' | 'frames' | 'changedFrames' | 'skipped'>,
  by: Pick<JobReport, 'engine' | 'stages' | 'wallMs'> & { readonly notes: readonly JobNote[] },
): Pick<RunResult, 'report' | 'notes'> {
  const { engine, stages, wallMs, notes } = by;
  const { size, frames, changedFrames, skipped } = facts;
  return {
    report: {
      engine,
      stages,
      wallMs,
      frames: { total: frames, swapped: changedFrames, untouched: [] },
      quality: noQuality,
      prompt: reportPrompt(prompt, skipped),
    },
    notes: [
      ...notePrompt(prompt.read, skipped),
      ...notes,
      ...noteSmallerOutput(size, maxShortSide),
    ],
  };
}
