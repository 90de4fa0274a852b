import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { exportFile } from '../files/export-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Dependencies of the calls. */
export interface ResultCallsOptions {
  readonly store: Pick<JobStore, 'require'>;
  readonly chosen: Pick<ChosenFiles, 'add'>;
  readonly thumbnails: Pick<Thumbnails, 'pathOf'>;
  /** Asks the user where to; null when they changed their mind. */
  readonly chooseSavePath: (name: string) => Promise<string | null>;
  readonly reveal: (path: string) => void;
  /** Starts a drag of a file, with an image if there is one. */
  readonly dragOut: (path: string, picturePath: string | null) => void;
}

/** Calls about results of jobs. */
export function createResultCalls({
  store,
  chosen,
  thumbnails,
  chooseSavePath,
  reveal,
  dragOut,
}: ResultCallsOptions): Pick<
  AreaHandlers<'files' | 'jobs'>,
  'files.use_result' | 'jobs.save_as' | 'jobs.drag_out' | 'jobs.reveal'
> {
  const requireResult = (id: string): NonNullable<JobEntry['result']> => {
    const { result } = store.require(id);
    if (result === null) {
      throw new AppError('not_found', 'This job has no result.');
    }
    return result;
  };
  return {
    'files.use_result': ({ jobId }) => chosen.add(requireResult(jobId).path),
    'jobs.save_as': async ({ id }) => {
      const { path } = requireResult(id);
      const target = await chooseSavePath(basename(path));
      if (target !== null && target !== path) {
        const failure = `The result could not be copied to ${target}.`;
        await exportFile(target, failure, (draft) => copyFile(path, draft));
      }
      return { path: target };
    },
    'jobs.drag_out': async ({ id }) => {
      const { path } = requireResult(id);
      const { hasThumbnail } = store.require(id);
      dragOut(path, hasThumbnail ? thumbnails.pathOf(id) : null);
      return null;
    },
    'jobs.reveal': async ({ id }) => {
      reveal(requireResult(id).path);
      return null;
    },
  };
}
