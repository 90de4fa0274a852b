import { rm } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { makeScratchFolder } from '../../client/private-files.ts';

/** A folder for files of this run alone. */
export class ScratchFolder {
  readonly path: string;
  #emptied: Promise<void> = Promise.resolve();

  /** Removes the files of an earlier run, which may have crashed. */
  constructor(path: string) {
    this.path = path;
    this.empty().catch(() => undefined); // Error message of a caller that needs the folder.
  }

  /** Makes it where it is not there. Throws `storage_failed`, also where it could not be emptied. */
  async make(): Promise<void> {
    await this.#emptied;
    makeScratchFolder(this.path);
  }

  /** Removes it with everything in it. Throws `storage_failed`. */
  empty(): Promise<void> {
    const remove = (): Promise<void> => removeFolder(this.path);
    // Serialised: an earlier removal must not delete files that are created after a later one.
    this.#emptied = this.#emptied.then(remove, remove);
    return this.#emptied;
  }
}

async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (cause) {
    throw new AppError('storage_failed', `The folder ${path} cannot be emptied.`, { cause });
  }
}
