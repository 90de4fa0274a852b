/**
 * The folder where files lie while they come in: each under a random name until it is judged and
 * stored. A crash leaves such files behind; `sweep` removes them at the next start.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { FinishedFile } from './blob-store.ts';
import { collectChunks } from './collect-chunks.ts';
import { toStorageError } from '../store/storage-error.ts';
import { openStreamHash, type StreamHash } from './stream-hash-host.ts';

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
  /** Appends bytes, which it copies; waits while earlier ones are on their way, so a fast sender waits. */
  write(chunk: Uint8Array): Promise<void>;
  /** Closes the file with its bytes on the disk. */
  finish(): Promise<FinishedFile>;
  /** Closes and removes the file if it is still there. */
  discard(): Promise<void>;
}

/** Opens a folder for incoming files, made when missing. */
export async function openIncomingFolder(path: string): Promise<IncomingFolder> {
  makePrivateFolder(path);
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

/** Bytes that are written at once. */
const batchBytes = 524_288;
/** Batches that are being filled, written and hashed at one time. */
const maxBatches = 8;
/** After so many bytes the disk is told to begin, so that the last sync finds little left to do. */
const syncBytes = 16_777_216;

function toIncomingFile(path: string, handle: FileHandle): IncomingFile {
  const hash = openStreamHash(path);
  const writer = createBatchWriter(handle, hash);
  let sizeBytes = 0;
  let isOpen = true;

  async function close(): Promise<void> {
    if (isOpen) {
      isOpen = false;
      await writer.settle();
      await hash.close();
      await handle.close();
    }
  }

  return {
    path,
    async write(chunk) {
      sizeBytes += chunk.byteLength;
      await writer.write(chunk).catch(toStorageError);
    },
    async finish() {
      await writer.end().catch(toStorageError);
      const sha256 = await hash.digest().catch(toStorageError);
      await close();
      return { path, sha256, sizeBytes };
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}

interface BatchWriter {
  /** Takes a chunk; waits while all batches are in use. */
  write(chunk: Uint8Array): Promise<void>;
  /** Writes and hashes the rest and puts everything on the disk. */
  end(): Promise<void>;
  /** Waits for what is on its way, whatever comes of it. */
  settle(): Promise<void>;
}

/**
 * Receiving, writing and hashing go on side by side: 500 MB took half the time of one chunk after the
 * other. Batches are reused, which keeps the memory flat.
 */
function createBatchWriter(handle: FileHandle, hash: StreamHash): BatchWriter {
  const free: ArrayBuffer[] = [];
  let made = 0;
  let batch: ArrayBuffer | null = null;
  let filled = 0;
  let unsynced = 0;
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  let hashing: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | null = null;
  /** Called when a batch is free again, or none ever will be. */
  let onFree: (() => void) | null = null;

  /** Waits for the first batch that is free again, not for all: hashing must not run dry meanwhile. */
  async function openBatch(): Promise<ArrayBuffer> {
    if (free.length === 0 && made < maxBatches) {
      made += 1;
      return new ArrayBuffer(batchBytes);
    }
    for (;;) {
      if (failure !== null) {
        throw failure.error;
      }
      const emptied = free.pop();
      if (emptied !== undefined) {
        return emptied;
      }
      await new Promise<void>((resolve) => {
        onFree = resolve;
      });
    }
  }

  /** A promise whose failure is reported by whoever waits for it, or for a batch, later. */
  function watch(work: Promise<void>): Promise<void> {
    work.catch((error: unknown) => {
      failure ??= { error };
      onFree?.();
    });
    return work;
  }

  /** Takes the batch out of the caller's hands; ends when it is written, hashing goes on. */
  async function flush(full: ArrayBuffer, length: number, before: Promise<void>): Promise<void> {
    await before;
    await writeAll(handle, new Uint8Array(full, 0, length));
    unsynced += length;
    if (unsynced >= syncBytes) {
      unsynced = 0;
      await syncing;
      syncing = watch(handle.datasync());
      collectChunks();
    }
    hashing = watch(giveToHash(full, length, hashing));
  }

  async function giveToHash(
    full: ArrayBuffer,
    length: number,
    before: Promise<void>,
  ): Promise<void> {
    const emptied = hash.take(full, length);
    await before;
    free.push(await emptied);
    onFree?.();
  }

  function startFlush(full: ArrayBuffer): void {
    writing = watch(flush(full, filled, writing));
    batch = null;
    filled = 0;
  }

  return {
    async write(chunk) {
      let rest = chunk;
      while (rest.byteLength > 0) {
        batch ??= await openBatch();
        const part = rest.subarray(0, batchBytes - filled);
        new Uint8Array(batch).set(part, filled);
        filled += part.byteLength;
        rest = rest.subarray(part.byteLength);
        if (filled === batchBytes) {
          startFlush(batch);
        }
      }
    },
    async end() {
      if (batch !== null) {
        startFlush(batch);
      }
      await writing;
      await hashing;
      await syncing;
      await handle.sync();
    },
    async settle() {
      await Promise.allSettled([writing, syncing]);
      await Promise.allSettled([hashing]);
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.byteLength > 0) {
    const { bytesWritten } = await handle.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}
