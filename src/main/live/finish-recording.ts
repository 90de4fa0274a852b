import { utilityProcess } from 'electron/main';
import * as z from 'zod';
import { AppError, fromWireError } from '../../base/errors.ts';
import { wireErrorSchema } from '../../contract/wire-error.ts';

/** Makes the file at `to` of the recording at `from`. Throws `processing_failed` or what is wrong with it. */
export type FinishRecording = (from: string, to: string) => Promise<void>;

const replySchema = z.object({ error: wireErrorSchema.optional() });

/** Lets a process of its own finish recordings, however long that takes; the disk is what it waits for. */
export function createFinishRecording(program: string): FinishRecording {
  return async (from, to) => {
    const child = utilityProcess.fork(program, [], {
      serviceName: 'Guise recording',
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const answered = Promise.withResolvers<unknown>();
    child.on('message', answered.resolve);
    child.once('exit', () => {
      answered.reject(new AppError('processing_failed', 'The recording could not be finished.'));
    });
    child.postMessage({ from, to });
    try {
      const { error } = replySchema.parse(await answered.promise);
      if (error !== undefined) {
        throw fromWireError(error);
      }
    } finally {
      child.kill();
    }
  };
}
