/**
 * Gives up files that are no longer wanted and removes the bytes that no file refers to. Everything is
 * decided in the database; the store is never listed.
 */
import type { Clock } from '../../base/clock.ts';
import type { Db, Tx } from '../store/open.ts';
import type { FileRole } from '../store/schema.ts';
import type { BlobStore } from './blob-store.ts';

/** What {@link sweepFiles} works with. */
export interface SweepParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  /** How long files are kept by role, in milliseconds; a role that is left out is kept for ever. */
  readonly retentionMs: Readonly<Partial<Record<FileRole, number>>>;
}

/** What a sweep did. */
export interface SweepReport {
  readonly releasedFiles: number;
  readonly removedBlobs: number;
}

/** Files or blobs that one sweep handles at most; the next one goes on. */
const batch = 500;
/**
 * A blob that became known or was stored again within this time stays: its file may be about to be
 * written to the database, as a job's output is when the job ends.
 */
const graceMs = 3_600_000;

/** Releases what is past its retention, then removes what nothing refers to. Call it now and then. */
export async function sweepFiles(parts: SweepParts): Promise<SweepReport> {
  const nowMs = parts.clock.nowMs();
  let releasedFiles = 0;
  for (const role of ['upload', 'output', 'preview'] as const) {
    const keptMs = parts.retentionMs[role];
    if (keptMs !== undefined) {
      releasedFiles += await releaseOld(parts.db, { role, beforeMs: nowMs - keptMs, nowMs });
    }
  }
  return { releasedFiles, removedBlobs: await removeUnused(parts, nowMs) };
}

/** Gives up a file: its key stops working and its blob loses a reference. False when it was so already. */
export async function releaseFile(db: Db, fileKey: string, nowMs: number): Promise<boolean> {
  return db.transaction().execute((tx) => release(tx, fileKey, nowMs));
}

async function release(tx: Tx, fileKey: string, nowMs: number): Promise<boolean> {
  const row = await tx
    .updateTable('files')
    .set({ deleted_at_ms: nowMs })
    .where('file_key', '=', fileKey)
    .where('deleted_at_ms', 'is', null)
    .returning('blob_hash')
    .executeTakeFirst();
  if (row === undefined) {
    return false;
  }
  await tx
    .updateTable('blobs')
    .set((eb) => ({ refcount: eb('refcount', '-', 1) }))
    .where('hash', '=', row.blob_hash)
    .execute();
  return true;
}

/** Files of a role made before a time, except those an unfinished job reads. */
async function releaseOld(
  db: Db,
  old: { readonly role: FileRole; readonly beforeMs: number; readonly nowMs: number },
): Promise<number> {
  const rows = await db
    .selectFrom('files')
    .select('file_key')
    .where('role', '=', old.role)
    .where('deleted_at_ms', 'is', null)
    .where('created_at_ms', '<', old.beforeMs)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('job_files')
            .innerJoin('jobs', 'jobs.id', 'job_files.job_id')
            .select('job_files.job_id')
            .whereRef('job_files.file_key', '=', 'files.file_key')
            .where('jobs.queue_state', '!=', 'done'),
        ),
      ),
    )
    .orderBy('created_at_ms')
    .limit(batch)
    .execute();
  let released = 0;
  for (const { file_key: fileKey } of rows) {
    released += (await releaseFile(db, fileKey, old.nowMs)) ? 1 : 0;
  }
  return released;
}

async function removeUnused(parts: SweepParts, nowMs: number): Promise<number> {
  const rows = await parts.db
    .selectFrom('blobs')
    .select('hash')
    .where('refcount', '=', 0)
    .where('created_at_ms', '<', nowMs - graceMs)
    .orderBy('created_at_ms')
    .limit(batch)
    .execute();
  let removed = 0;
  for (const { hash } of rows) {
    const stored = await parts.blobs.stat(hash);
    if (stored === null || stored.storedAtMs < nowMs - graceMs) {
      removed += (await removeBlob(parts, hash)) ? 1 : 0;
    }
  }
  return removed;
}

/**
 * The bytes go inside the transaction, under the lock of the row: an upload of the same bytes waits for
 * it, finds no row and stores them again.
 */
async function removeBlob({ db, blobs }: SweepParts, hash: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const locked = await tx
      .updateTable('blobs')
      .set({ refcount: 0 })
      .where('hash', '=', hash)
      .where('refcount', '=', 0)
      .returning('hash')
      .executeTakeFirst();
    if (locked === undefined) {
      return false;
    }
    const ofBlob = tx.selectFrom('files').select('file_key').where('blob_hash', '=', hash);
    await tx.deleteFrom('job_files').where('file_key', 'in', ofBlob).execute();
    await tx.deleteFrom('files').where('blob_hash', '=', hash).execute();
    await tx.deleteFrom('blobs').where('hash', '=', hash).execute();
    await blobs.delete(hash);
    return true;
  });
}
