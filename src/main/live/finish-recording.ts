import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { askProgram } from '../programs/ask-host.ts';

/** Makes the file at `to` of the recording at `from`. Throws `processing_failed` or what is wrong with it. */
export type FinishRecording = (from: string, to: string) => Promise<void>;

const finishedSchema = z.strictObject({});

/** Lets a program finish recordings, however long that takes; the disk is what it waits for. */
export function createFinishRecording(program: string): FinishRecording {
  return async (from, to) => {
    await askProgram(
      {
        path: program,
        name: 'Guise recording',
        answerSchema: finishedSchema,
        failure: () => new AppError('processing_failed', 'The recording could not be finished.'),
      },
      { from, to },
    );
  };
}
