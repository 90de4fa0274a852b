import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { toDiskFault } from '../../base/faults.ts';
import { writeAllBytes } from '../../base/write-all-bytes.ts';
import { makeScratchFolder } from '../../client/private-files.ts';

/** A file that the page writes chunk by chunk. */
interface OpenFile<Facts> {
  readonly id: string;
  readonly path: string;
  readonly file: FileHandle;
  readonly facts: Facts;
  sizeBytes: number;
}

/**
 * Files in a scratch folder that the page writes chunk by chunk. One is open at a time: a reloaded page leaves nothing
 * behind. A chunk that does not fit on the disk ends its file, of which nothing is left.
 */
export class PageFiles<Facts> {
  readonly #folder: string;
  readonly #subject: string;
  #current: OpenFile<Facts> | null = null;

  /** `subject` names such a file in errors, as in `recording`. */
  constructor(folder: string, subject: string) {
    this.#folder = folder;
    this.#subject = subject;
  }

  /** Begins a file and gives up the one before. Throws `storage_failed`. */
  begin(toName: (id: string) => string, facts: Facts): Promise<{ readonly id: string }> {
    return this.#onDisk(this.#current, async () => {
      makeScratchFolder(this.#folder);
      const id = randomUUID();
      const path = join(this.#folder, toName(id));
      const file = await open(path, 'wx', 0o600);
      const before = this.#current;
      this.#current = { id, path, file, facts, sizeBytes: 0 };
      await this.#giveUp(before);
      return { id };
    });
  }

  /** Facts and size of the open file. Throws `not_found` for another one. */
  require(id: string): Pick<OpenFile<Facts>, 'facts' | 'sizeBytes'> {
    return this.#require(id);
  }

  /** Appends a chunk. Throws `not_found` and `storage_failed`. */
  async append(id: string, bytes: Uint8Array): Promise<void> {
    const current = this.#require(id);
    const at = current.sizeBytes;
    current.sizeBytes += bytes.byteLength;
    await this.#onDisk(current, () => writeAllBytes(current.file, bytes, at));
  }

  /** Completes the file and returns its path, which is the caller's from then on. Throws as {@link append}. */
  async end(
    id: string,
    finish: (file: FileHandle) => Promise<void> = () => Promise.resolve(),
  ): Promise<string> {
    const current = this.#require(id);
    // From here on no other call may give it up.
    this.#release(current);
    await this.#onDisk(current, async () => {
      await finish(current.file);
      await current.file.close();
    });
    return current.path;
  }

  #require(id: string): OpenFile<Facts> {
    if (this.#current?.id !== id) {
      throw new AppError('not_found', `This ${this.#subject} is not open any more.`);
    }
    return this.#current;
  }

  #release(file: OpenFile<Facts> | null): void {
    if (this.#current === file) {
      this.#current = null;
    }
  }

  async #giveUp(dropped: OpenFile<Facts> | null): Promise<void> {
    this.#release(dropped);
    try {
      await dropped?.file.close();
    } finally {
      if (dropped !== null) {
        await rm(dropped.path, { force: true });
      }
    }
  }

  /** Does work on the open file, which is given up when it fails. */
  async #onDisk<T>(current: OpenFile<Facts> | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      await this.#giveUp(current);
      throw new AppError('storage_failed', `The ${this.#subject} could not be written to disk.`, {
        cause,
        ...toDiskFault(cause),
      });
    }
  }
}
