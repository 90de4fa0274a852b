/**
 * Releases expired files and removes unreferenced bytes. All decisions are made in the database; the store is
 * never listed. Bytes are deleted outside of transactions, so that a slow store blocks nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import {
  beginDelete,
  beginWrite,
  endWrite,
  finishDelete,
  listAbandoned,
  listUnused,
} from '../store/statements/blob-statements.ts';
import {
  findReader,
  listOldFiles,
  lockFile,
  removeFile,
} from '../store/statements/file-statements.ts';
import { forgetJobFile } from '../store/statements/job-statements.ts';
import type { Db, Tx } from '../store/db.ts';
import type { FileRole } from '../store/schema.ts';
import type { BlobStore, FinishedFile } from './blob-store.ts';

/** Retention by role, in milliseconds; an absent role is kept forever. */
export type Retention = Readonly<Partial<Record<FileRole, number>>>;

/** Dependencies of {@link sweepFiles}. */
export interface SweepDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly retentionMs: Retention;
  /** Ends a sweep after the file or blob it is at. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of a sweep. */
export interface SweepReport {
  readonly releasedFiles: number;
  readonly removedBlobs: number;
}

/** Files or blobs that are looked up at a time. */
const batch = 500;
/** Poll interval of a writer that waits for a deletion. */
const waitMs = 20;

/**
 * Releases all files past their retention, then removes all unreferenced bytes. Throws the first failure to
 * remove a blob, after all others were tried.
 */
export async function sweepFiles(dependencies: SweepDependencies): Promise<SweepReport> {
  let releasedFiles = 0;
  for (const role of ['upload', 'output', 'preview'] as const) {
    const retentionMs = dependencies.retentionMs[role];
    if (retentionMs !== undefined) {
      releasedFiles += await releaseOld(
        dependencies,
        role,
        dependencies.clock.nowMs() - retentionMs,
      );
    }
  }
  const removedBlobs =
    (await removeUnused(dependencies)) + (await removeAll(dependencies, listAbandoned));
  return { releasedFiles, removedBlobs };
}

/** Removes unreferenced bytes and returns the number of blobs. Throws as {@link sweepFiles}. */
export function removeUnused(
  dependencies: Omit<SweepDependencies, 'retentionMs'>,
): Promise<number> {
  return removeAll(dependencies, listUnused);
}

/**
 * Stores a finished file for a row that will name it; `put` is used when its bytes are near the store already.
 * A caller that writes no row has to call {@link abandonBytes}.
 */
export async function storeBytes(
  { db, clock, blobs }: Pick<SweepDependencies, 'db' | 'clock' | 'blobs'>,
  file: FinishedFile,
  put: (file: FinishedFile) => Promise<void> = (stored) => blobs.putFile(stored),
): Promise<void> {
  const { sha256: hash, sizeBytes } = file;
  while (!(await beginWrite(db, { hash, sizeBytes, nowMs: clock.nowMs() }))) {
    await sleep(waitMs);
  }
  try {
    await put(file);
  } catch (error) {
    await endWrite(db, hash);
    throw error;
  }
}

/** Removes stored bytes that no row refers to, unless another writer needs the same ones. */
export async function abandonBytes(
  dependencies: Pick<SweepDependencies, 'db' | 'clock' | 'blobs'>,
  hash: string,
): Promise<void> {
  if (await endWrite(dependencies.db, hash)) {
    await removeBlob(dependencies, hash);
  }
}

/**
 * Releases a file: its key stops working and its blob loses a reference. False when it was released already.
 */
export async function releaseFile(db: Db, fileKey: string): Promise<boolean> {
  return db.transaction().execute((tx) => release(tx, fileKey));
}

async function release(tx: Tx, fileKey: string): Promise<boolean> {
  const row = await lockFile(tx, fileKey);
  if (row === null || (await findReader(tx, fileKey)) !== null) {
    return false;
  }
  if (row.job_id !== null) {
    await forgetJobFile(tx, row.job_id, fileKey);
  }
  await removeFile(tx, row);
  return true;
}

/**
 * Releases the files of a role that are older than a time and that no unfinished job reads; returns their
 * number.
 */
export async function releaseOld(
  { db, signal }: Pick<SweepDependencies, 'db' | 'signal'>,
  role: FileRole,
  beforeMs: number,
): Promise<number> {
  let released = 0;
  for (;;) {
    const keys = await listOldFiles(db, { role, beforeMs, limit: batch });
    let progress = 0;
    for (const fileKey of keys) {
      if (signal?.aborted !== true) {
        progress += (await releaseFile(db, fileKey)) ? 1 : 0;
      }
    }
    released += progress;
    if (keys.length < batch || progress === 0) {
      return released;
    }
  }
}

async function removeAll(
  dependencies: Omit<SweepDependencies, 'retentionMs'>,
  list: (db: Db, nowMs: number, limit: number) => Promise<string[]>,
): Promise<number> {
  const failures: unknown[] = [];
  let removed = 0;
  for (;;) {
    const hashes = await list(dependencies.db, dependencies.clock.nowMs(), batch);
    for (const hash of hashes) {
      if (dependencies.signal?.aborted === true) {
        return removed;
      }
      try {
        removed += (await removeBlob(dependencies, hash)) ? 1 : 0;
      } catch (error) {
        // Stays marked, and is retried when the mark has expired.
        failures.push(error);
      }
    }
    if (hashes.length < batch) {
      break;
    }
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return removed;
}

async function removeBlob(
  { db, clock, blobs }: Pick<SweepDependencies, 'db' | 'clock' | 'blobs'>,
  hash: string,
): Promise<boolean> {
  const mark = await beginDelete(db, hash, clock.nowMs());
  if (mark === null) {
    return false;
  }
  await blobs.delete(hash);
  await finishDelete(db, hash, mark);
  return true;
}
