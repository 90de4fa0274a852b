import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/errors.ts';

/**
 * Opens a file that a process left in its writable folder. Whatever the process reports, it has to be a plain
 * file of this folder: a link could name any file that the service can read. Throws `processing_failed`
 * otherwise.
 */
export async function openResult(folder: string, path: string): Promise<FileHandle> {
  const refuse = (cause?: unknown): AppError =>
    new AppError('processing_failed', 'The process left no plain file where its result belongs.', {
      cause,
    });
  if (dirname(path) !== folder) {
    throw refuse();
  }
  // Non-blocking, because a named pipe may have no writer. Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((cause: unknown) => {
    throw refuse(cause);
  });
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw refuse();
  }
  return handle;
}

/** Copies a result to its destination, where its process cannot change it. Throws as {@link openResult}. */
export async function copyResult(folder: string, path: string, target: string): Promise<void> {
  const from = await openResult(folder, path);
  try {
    const to = await open(target, 'w', 0o600);
    await pipeline(from.createReadStream({ autoClose: false }), to.createWriteStream());
  } finally {
    await from.close();
  }
}
