import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { toDiskFault, faultDetails } from '../../base/faults.ts';
import { writeAllBytes } from '../../base/write-all-bytes.ts';
import { makeScratchFolder } from '../../client/private-files.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { AreaHandlers } from '../ipc/area.ts';

/** Dependencies of the calls. */
export interface PastedFilesOptions {
  /** Folder of recordings: files without a job are removed at the next start. */
  readonly folder: string;
  /** Adds the finished image as a chosen file, which validates it. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
}

interface OpenPaste {
  readonly id: string;
  readonly path: string;
  readonly file: FileHandle;
  sizeBytes: number;
}

const maxBytes = limits.imageUploadMb * BYTES_PER_MB;

/** Calls about images of the clipboard. One is open at a time: a reloaded page leaves nothing behind. */
export function createPasteCalls({ folder, addFile }: PastedFilesOptions): AreaHandlers<'pastes'> {
  let current: OpenPaste | null = null;

  async function giveUp(): Promise<void> {
    const dropped = current;
    current = null;
    if (dropped !== null) {
      await dropped.file.close();
      await rm(dropped.path, { force: true });
    }
  }

  const require = (id: string): OpenPaste => {
    if (current?.id !== id) {
      throw new AppError('not_found', 'This picture is not open any more.');
    }
    return current;
  };

  return {
    'pastes.begin': () =>
      toStorage(async () => {
        await giveUp();
        makeScratchFolder(folder);
        const id = randomUUID();
        const path = join(folder, `${id}.part`);
        current = { id, path, file: await open(path, 'wx', 0o600), sizeBytes: 0 };
        return { id };
      }),
    'pastes.write': async ({ id, bytes }) => {
      const paste = require(id);
      if (paste.sizeBytes + bytes.byteLength > maxBytes) {
        const details = faultDetails('file_too_large', { max_mb: limits.imageUploadMb });
        throw new AppError('input_too_large', 'The picture is too large.', { details });
      }
      paste.sizeBytes += bytes.byteLength;
      await toStorage(() => writeAllBytes(paste.file, bytes));
      return null;
    },
    'pastes.end': async ({ id }) => {
      const { file, path } = require(id);
      current = null;
      const named = join(folder, `Clipboard ${id.slice(0, 8)}.png`);
      await toStorage(async () => {
        await file.close();
        await rename(path, named);
      });
      return addFile(named);
    },
  };
}

async function toStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('storage_failed', 'The picture could not be written to disk.', {
      cause,
      ...toDiskFault(cause),
    });
  }
}
