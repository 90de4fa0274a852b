import { AppError } from '../../base/errors.ts';
import type { Marker } from '../../contract/marker.ts';
import { finishProgram } from '../../contract/programs.ts';
import { askProgram } from '../programs/ask-host.ts';

/**
 * Makes the file at `to` of the recording at `from`. Throws `processing_failed`, whose cause is a {@link ProcessNotStarted}
 * where nothing was tried, or what is wrong with it.
 */
export type FinishRecording = (
  from: string,
  to: string,
  chapters: readonly Marker[],
) => Promise<void>;

/** Lets a program finish recordings, however long that takes; the disk is what it waits for. */
export function createFinishRecording(program: string): FinishRecording {
  return async (from, to, chapters) => {
    await askProgram(
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
