import { AppError } from '../../base/errors.ts';
import type { Marker } from '../../contract/marker.ts';
import { finishProgram } from '../../contract/programs.ts';
import { callProgram } from '../programs/call-host.ts';

/**
 * Converts the recording at `from` to the file at `to`. Throws `processing_failed`, whose cause is a {@link
 * ProcessNotStarted} when nothing was tried, or the fault of the recording.
 */
export type FinishRecording = (
  from: string,
  to: string,
  chapters: readonly Marker[],
) => Promise<void>;

/** Finishes recordings in a child program without a time limit; it is bound by the disk. */
export function createFinishRecording(program: string): FinishRecording {
  return async (from, to, chapters) => {
    await callProgram(
      {
        path: program,
        name: 'Guise recording',
        methods: finishProgram,
        failure: (cause) =>
          new AppError('processing_failed', 'The recording could not be finished.', { cause }),
      },
      'finish',
      { from, to, chapters: [...chapters] },
    );
  };
}
