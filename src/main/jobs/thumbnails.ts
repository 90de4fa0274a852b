import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { makePrivateFolder, replacePrivateFile } from '../../client/private-files.ts';
import { type ParkedStage, parkedStages } from '../../contract/ipc/jobs.ts';
import { shownInputs } from '../../contract/ipc/library.ts';

/** Pictures of jobs and other items on disk: small ones, so that a list need not open their files, and stills of stages. */
export interface Thumbnails {
  /** Path of the thumbnail of a result, or of an input by its index. */
  readonly pathOf: (id: string, input?: number | null) => string;
  /** Path of a still from the service, with a neutral extension. */
  readonly stillOf: (id: string, stage: ParkedStage) => string;
  /** All that an item may have. */
  readonly pathsOf: (id: string) => readonly string[];
  /** Throws `storage_failed`. */
  readonly write: (id: string, jpeg: Uint8Array, input?: number | null) => Promise<void>;
  /** Removes all of an item. */
  readonly remove: (id: string) => Promise<void>;
}

/** Keeps them in a folder, which is made when it is needed. Ids are those of items in a list. */
export function createThumbnails(folder: string): Thumbnails {
  const pathOf = (id: string, input: number | null = null): string =>
    join(folder, input === null ? `${id}.jpg` : `${id}.input-${input}.jpg`);
  const stillOf = (id: string, stage: ParkedStage): string => join(folder, `${id}.${stage}.png`);
  const pathsOf = (id: string): readonly string[] => [
    pathOf(id),
    ...parkedStages.map((stage) => stillOf(id, stage)),
    ...Array.from({ length: shownInputs }, (_, input) => pathOf(id, input)),
  ];
  return {
    pathOf,
    stillOf,
    pathsOf,
    write: async (id, jpeg, input = null) => {
      const path = pathOf(id, input);
      try {
        makePrivateFolder(folder);
        await replacePrivateFile(path, jpeg);
      } catch (cause) {
        throw new AppError('storage_failed', `${path} could not be written.`, { cause });
      }
    },
    remove: async (id) => {
      for (const path of pathsOf(id)) {
        await rm(path, { force: true });
      }
    },
  };
}
