/**
 * Blobs in a folder, `ab/cd/abcd…`. A blob appears by a rename of a file whose bytes are on the disk,
 * so it is there whole or not at all, also after a crash.
 */
import { createReadStream } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, invariant } from '../../base/errors.ts';
import { type BlobStat, type BlobStore, type FinishedFile, isSha256 } from './blob-store.ts';
import { type IncomingFolder, openIncomingFolder } from './incoming.ts';
import { isMissing, toStorageError } from '../store/storage-error.ts';

/** Opens the store in a folder, which is created when missing, and removes leftovers of a crash. */
export async function openLocalBlobs(folder: string): Promise<BlobStore> {
  const staging = await openIncomingFolder(join(folder, 'staging'));
  await staging.sweep();

  function toPath(sha256: string): string {
    invariant(isSha256(sha256), 'A blob is named by its SHA-256.');
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  return {
    async putFile(file) {
      await moveIn(file, toPath(file.sha256), staging).catch(toStorageError);
    },
    async open(sha256, span) {
      const path = toPath(sha256);
      const handle = await open(path, 'r').catch((error: unknown) =>
        isMissing(error) ? refuseMissing() : toStorageError(error),
      );
      return createReadStream(path, { ...span, fd: handle, autoClose: true });
    },
    async link(sha256, path) {
      try {
        await link(toPath(sha256), path);
        return true;
      } catch (error) {
        // Another disk, or a file system without hard links.
        return isMissing(error) ? refuseMissing() : false;
      }
    },
    async stat(sha256) {
      return findStat(toPath(sha256));
    },
    async list() {
      const names = await readdir(folder, { recursive: true, withFileTypes: true });
      return names.flatMap((found) =>
        found.isFile() &&
        isSha256(found.name) &&
        toPath(found.name) === join(found.parentPath, found.name)
          ? [found.name]
          : [],
      );
    },
    async delete(sha256) {
      await rm(toPath(sha256), { force: true }).catch(toStorageError);
    },
    presign: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

/** Read-only, because inputs of jobs are links to blobs. */
const BLOB_MODE = 0o400;

/** temp file → fsync → rename → fsync folder. The bytes of `file` are on the disk already. */
async function moveIn(file: FinishedFile, path: string, staging: IncomingFolder): Promise<void> {
  if ((await findStat(path))?.sizeBytes === file.sizeBytes) {
    await utimes(path, new Date(), new Date());
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(file.path, path).catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) {
      throw error;
    }
    await copyIn(file.path, path, staging);
  });
  await protect(path);
  await syncFolder(dirname(path));
  await syncFolder(dirname(dirname(path)));
}

/** Another disk: copied next to the target first, because only a rename is all or nothing. */
async function copyIn(from: string, path: string, staging: IncomingFolder): Promise<void> {
  const copy = await staging.create();
  try {
    await copyFile(from, copy.path);
    await copy.finish();
    await rename(copy.path, path);
  } finally {
    await copy.discard();
  }
}

async function protect(path: string): Promise<void> {
  // Windows would refuse to delete it.
  if (process.platform !== 'win32') {
    await chmod(path, BLOB_MODE);
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') {
    return; // Windows has no handle of a folder to sync; its journal orders the rename.
  }
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function findStat(path: string): Promise<BlobStat | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { sizeBytes: size, storedAtMs: mtimeMs };
  } catch (error) {
    return isMissing(error) ? null : toStorageError(error);
  }
}

function refuseMissing(): never {
  throw new AppError('not_found', 'The file is no longer stored.');
}
