import { AppError } from '../../../base/errors.ts';
import { adoptBlob, releaseBlob } from './blob-statements.ts';
import type { Db, Tx } from '../db.ts';
import { pick, type Placeholders, prepareRows } from '../prepared.ts';
import { needsRowLocks } from '../row-locks.ts';
import type { FileRole, FileRow } from '../schema.ts';

const fileColumns = [
  'file_key',
  'account_id',
  'role',
  'job_id',
  'blob_hash',
  'received_hash',
  'kind',
  'mime',
  'size_bytes',
  'facts',
  'declared_name',
  'created_at_ms',
] as const satisfies readonly (keyof FileRow)[];

const addFile = prepareRows((db, row: Placeholders<FileRow>) =>
  db.insertInto('files').values(pick(row, fileColumns)),
);

/**
 * Adds a file whose bytes were stored. Throws `storage_failed` when that took so long that the bytes were
 * deleted.
 */
export async function insertFile(
  tx: Tx,
  row: Omit<FileRow, 'received_hash'> & Partial<Pick<FileRow, 'received_hash'>>,
): Promise<void> {
  const blob = { hash: row.blob_hash, sizeBytes: row.size_bytes, nowMs: row.created_at_ms };
  if (!(await adoptBlob(tx, blob))) {
    throw new AppError('storage_failed', 'The file took too long to store. Try again.');
  }
  await addFile(tx, { received_hash: null, ...row });
}

/** Removes a file and its place in jobs; its blob loses a reference. */
export async function removeFile(
  tx: Tx,
  { file_key: fileKey, blob_hash: hash }: Pick<FileRow, 'file_key' | 'blob_hash'>,
): Promise<void> {
  await tx.deleteFrom('job_files').where('file_key', '=', fileKey).execute();
  await tx.deleteFrom('files').where('file_key', '=', fileKey).execute();
  await releaseBlob(tx, hash);
}

/**
 * The files of a job that nothing else needs: those it made, and uploads that no other job reads. Their
 * rows stay locked until the transaction ends, so that no submit names them meanwhile.
 */
export async function lockFilesOfJob(
  tx: Tx,
  jobId: string,
): Promise<Pick<FileRow, 'file_key' | 'blob_hash'>[]> {
  const ofJob = tx
    .selectFrom('files')
    .select(['file_key', 'blob_hash'])
    .where((eb) =>
      eb.or([
        eb('job_id', '=', jobId),
        eb(
          'file_key',
          'in',
          eb.selectFrom('job_files').select('file_key').where('job_id', '=', jobId),
        ),
      ]),
    )
    .orderBy('file_key');
  const rows = await (needsRowLocks(tx) ? ofJob.forUpdate() : ofJob).execute();
  if (rows.length === 0) {
    return [];
  }
  const shared = await tx
    .selectFrom('job_files')
    .select('file_key')
    .where('job_id', '!=', jobId)
    .where(
      'file_key',
      'in',
      rows.map((row) => row.file_key),
    )
    .execute();
  const stillUsed = new Set(shared.map((row) => row.file_key));
  return rows.filter((row) => !stillUsed.has(row.file_key));
}

/** Locks a file of any account until the transaction ends; null when there is none. */
export async function lockFile(tx: Tx, fileKey: string): Promise<FileRow | null> {
  const file = tx.selectFrom('files').selectAll().where('file_key', '=', fileKey);
  return (await (needsRowLocks(tx) ? file.forUpdate() : file).executeTakeFirst()) ?? null;
}

/** Finds an unfinished job that reads a file; null when there is none. */
export async function findReader(db: Db, fileKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('job_files')
    .innerJoin('jobs', 'jobs.id', 'job_files.job_id')
    .select('jobs.id')
    .where('job_files.file_key', '=', fileKey)
    .where('jobs.queue_state', '!=', 'done')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Files of a role that are older than a time and that no unfinished job reads, oldest first. */
export async function listOldFiles(
  db: Db,
  old: { readonly role: FileRole; readonly beforeMs: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('file_key')
    .where('role', '=', old.role)
    .where('created_at_ms', '<', old.beforeMs)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('job_files')
            .innerJoin('jobs', 'jobs.id', 'job_files.job_id')
            .select('job_files.job_id')
            .whereRef('job_files.file_key', '=', 'files.file_key')
            .where('jobs.queue_state', '!=', 'done'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.id', '=', 'files.job_id')
            .where('jobs.queue_state', '!=', 'done'),
        ),
      ),
    )
    .orderBy('created_at_ms')
    .limit(old.limit)
    .execute();
  return rows.map((row) => row.file_key);
}

/** Files a job reads and its last still. */
export async function listInputFiles(
  db: Db,
  jobId: string,
  previewKey: string | null,
): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('file_key', '=', previewKey ?? ''),
        eb(
          'file_key',
          'in',
          eb.selectFrom('job_files').select('file_key').where('job_id', '=', jobId),
        ),
      ]),
    )
    .execute();
}

/**
 * Finds the uploads of an account among the given keys. In a transaction on PostgreSQL they cannot be deleted
 * before it ends.
 */
export async function listUploadRows(
  db: Db,
  accountId: string,
  fileKeys: readonly string[],
): Promise<FileRow[]> {
  if (fileKeys.length === 0) {
    return [];
  }
  const uploads = db
    .selectFrom('files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('role', '=', 'upload')
    .where('file_key', 'in', fileKeys)
    .orderBy('file_key');
  return (needsRowLocks(db) ? uploads.forShare() : uploads).execute();
}

/** A file by key, of any account: only for keys the service itself signed or stored. */
export async function findFile(db: Db, fileKey: string): Promise<FileRow | null> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  return row ?? null;
}
