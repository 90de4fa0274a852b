/**
 * The folder where files lie while they come in: each under a random name until it is judged and
 * stored. A crash leaves such files behind; `sweep` removes them at the next start.
 */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FinishedFile } from './blob-store.ts';
import { toStorageError } from './storage-error.ts';

const suffix = '.incoming';

/** A folder for files that come in. One process owns it. */
export interface IncomingFolder {
  readonly path: string;
  /** Starts a file. The caller ends it by `finish` and removes it by `discard` in any case. */
  create(): Promise<IncomingFile>;
  /** Removes what a crash left behind. Only before the first `create`. Returns how many there were. */
  sweep(): Promise<number>;
}

/** A file that grows. */
export interface IncomingFile {
  readonly path: string;
  /** Appends bytes; resolves when they are written, so that a fast sender waits. */
  write(chunk: Uint8Array): Promise<void>;
  /** Closes the file with its bytes on the disk. */
  finish(): Promise<FinishedFile>;
  /** Closes and removes the file if it is still there. */
  discard(): Promise<void>;
}

/** Opens a folder for incoming files, made when missing. */
export async function openIncomingFolder(path: string): Promise<IncomingFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(toStorageError);
  return {
    path,
    async create() {
      const target = join(path, `${randomUUID()}${suffix}`);
      return toIncomingFile(target, await open(target, 'wx', 0o600).catch(toStorageError));
    },
    async sweep() {
      const left = (await readdir(path)).filter((name) => name.endsWith(suffix));
      await Promise.all(left.map((name) => rm(join(path, name), { force: true })));
      return left.length;
    },
  };
}

function toIncomingFile(path: string, handle: FileHandle): IncomingFile {
  const hash: Hash = createHash('sha256');
  let sizeBytes = 0;
  let isOpen = true;

  async function close(): Promise<void> {
    if (isOpen) {
      isOpen = false;
      await handle.close();
    }
  }

  return {
    path,
    async write(chunk) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      await writeAll(handle, chunk).catch(toStorageError);
    },
    async finish() {
      await handle.sync().catch(toStorageError);
      await close();
      return { path, sha256: hash.digest('hex'), sizeBytes };
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let rest = chunk;
  while (rest.byteLength > 0) {
    const { bytesWritten } = await handle.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}
