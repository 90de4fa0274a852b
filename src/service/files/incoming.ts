/**
 * Folder of files that are being received: each has a random name until it is validated and stored. A crash
 * leaves such files behind; `sweep` removes them at the next start.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAllBytes } from '../../base/write-all-bytes.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { FinishedFile } from './blob-store.ts';
import { collectChunks } from './collect-chunks.ts';
import { toStorageError } from '../store/storage-error.ts';
import { openStreamHash, type StreamHash } from './stream-hash-host.ts';

const suffix = '.incoming';

/** A folder for incoming files. One process owns it. */
export interface IncomingFolder {
  readonly path: string;
  /** Starts a file. The caller ends it by `finish` and removes it by `discard` in any case. */
  create(): Promise<IncomingFile>;
  /** Removes leftovers of a crash, only before the first `create`. Returns their number. */
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
/** Bytes after which a sync is started, so that the final sync has little left to do. */
const syncBytes = 16_777_216;

function toIncomingFile(path: string, handle: FileHandle): IncomingFile {
  const hash = openStreamHash(path);
  const writer = new BatchWriter(handle, hash);
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

/**
 * Receives, writes and hashes concurrently: 500 MB took half the time of one chunk after the other. Batches are
 * reused, which keeps the memory constant.
 */
class BatchWriter {
  readonly #handle: FileHandle;
  readonly #hash: StreamHash;
  readonly #free: ArrayBuffer[] = [];
  #made = 0;
  #batch: ArrayBuffer | null = null;
  #filled = 0;
  #unsynced = 0;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #hashing: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  /** Called when a batch is free again, or none ever will be. */
  #onFree: (() => void) | null = null;

  constructor(handle: FileHandle, hash: StreamHash) {
    this.#handle = handle;
    this.#hash = hash;
  }

  /** Copies a chunk into batches; waits while all of them are in use. */
  async write(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (rest.byteLength > 0) {
      const batch = (this.#batch ??= await this.#openBatch());
      const part = rest.subarray(0, batchBytes - this.#filled);
      new Uint8Array(batch).set(part, this.#filled);
      this.#filled += part.byteLength;
      rest = rest.subarray(part.byteLength);
      if (this.#filled === batchBytes) {
        this.#startFlush(batch);
      }
    }
  }

  /** Writes and hashes the rest and puts everything on the disk. */
  async end(): Promise<void> {
    if (this.#batch !== null) {
      this.#startFlush(this.#batch);
    }
    await this.#writing;
    await this.#hashing;
    await this.#syncing;
    await this.#handle.sync();
  }

  /** Waits for pending writes, whether they succeed or fail. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#writing, this.#syncing]);
    await Promise.allSettled([this.#hashing]);
  }

  /** Waits for the first free batch, not for all: hashing must not run dry meanwhile. */
  async #openBatch(): Promise<ArrayBuffer> {
    if (this.#free.length === 0 && this.#made < maxBatches) {
      this.#made += 1;
      return new ArrayBuffer(batchBytes);
    }
    for (;;) {
      if (this.#failure !== null) {
        throw this.#failure.error;
      }
      const emptied = this.#free.pop();
      if (emptied !== undefined) {
        return emptied;
      }
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
    }
  }

  /** Marks a promise as handled; its failure is reported by a later wait. */
  #watch(work: Promise<void>): Promise<void> {
    work.catch((error: unknown) => {
      this.#failure ??= { error };
      this.#onFree?.();
    });
    return work;
  }

  #startFlush(full: ArrayBuffer): void {
    this.#writing = this.#watch(this.#flush(full, this.#filled, this.#writing));
    this.#batch = null;
    this.#filled = 0;
  }

  /** Resolves when the batch is written; hashing continues. */
  async #flush(full: ArrayBuffer, length: number, before: Promise<void>): Promise<void> {
    await before;
    await writeAllBytes(this.#handle, new Uint8Array(full, 0, length));
    this.#unsynced += length;
    if (this.#unsynced >= syncBytes) {
      this.#unsynced = 0;
      await this.#syncing;
      this.#syncing = this.#watch(this.#handle.datasync());
      collectChunks();
    }
    this.#hashing = this.#watch(this.#giveToHash(full, length, this.#hashing));
  }

  async #giveToHash(full: ArrayBuffer, length: number, before: Promise<void>): Promise<void> {
    const emptied = this.#hash.update(full, length);
    const [free] = await Promise.all([emptied, before]);
    this.#free.push(free);
    this.#onFree?.();
  }
}
