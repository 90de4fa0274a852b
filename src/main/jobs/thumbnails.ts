import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { makePrivateFolder, replacePrivateFile } from '../../client/private-files.ts';

/** Small pictures of jobs on disk, so that a list need not open their results. */
export interface Thumbnails {
  readonly pathOf: (id: string) => string;
  /** Throws `storage_failed`. */
  readonly write: (id: string, jpeg: Uint8Array) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

/** Keeps them in a folder, which is made when it is needed. Ids are those of jobs in the list. */
export function createThumbnails(folder: string): Thumbnails {
  const pathOf = (id: string): string => join(folder, `${id}.jpg`);
  return {
    pathOf,
    write: async (id, jpeg) => {
      try {
        makePrivateFolder(folder);
        await replacePrivateFile(pathOf(id), jpeg);
      } catch (cause) {
        throw new AppError('storage_failed', `${pathOf(id)} could not be written.`, { cause });
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}
