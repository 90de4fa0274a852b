import type { Insertable } from 'kysely';
import type { Db, Tx } from './open.ts';
import type { FileRow, FilesTable } from './schema.ts';

/** Adds a file; its blob is counted, and known from now on when it is new. */
export async function insertFile(tx: Tx, row: Insertable<FilesTable>): Promise<void> {
  await tx
    .insertInto('blobs')
    .values({
      hash: row.blob_hash,
      size_bytes: row.size_bytes,
      refcount: 1,
      created_at_ms: row.created_at_ms,
    })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({ refcount: eb('blobs.refcount', '+', 1) })),
    )
    .execute();
  await tx.insertInto('files').values(row).execute();
}

/** Makes a blob known that no file refers to yet; a known one stays as it is. */
export async function insertBlob(
  db: Db,
  blob: { readonly hash: string; readonly sizeBytes: number; readonly nowMs: number },
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({
      hash: blob.hash,
      size_bytes: blob.sizeBytes,
      refcount: 0,
      created_at_ms: blob.nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Files a job reads and its last still, released ones included. */
export async function listInputFiles(
  db: Db,
  jobId: string,
  previewKey: string | null,
): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where((where) =>
      where.or([
        where('file_key', '=', previewKey ?? ''),
        where(
          'file_key',
          'in',
          where.selectFrom('job_files').select('file_key').where('job_id', '=', jobId),
        ),
      ]),
    )
    .execute();
}

/** The kept uploads of an account among the given keys, in no order. */
export async function findUploads(
  db: Db,
  accountId: string,
  fileKeys: readonly string[],
): Promise<FileRow[]> {
  if (fileKeys.length === 0) {
    return [];
  }
  return db
    .selectFrom('files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('role', '=', 'upload')
    .where('deleted_at_ms', 'is', null)
    .where('file_key', 'in', fileKeys)
    .execute();
}

/** A kept file by key, of any account: only for keys the service itself signed or stored. */
export async function findFile(db: Db, fileKey: string): Promise<FileRow | null> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('file_key', '=', fileKey)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
