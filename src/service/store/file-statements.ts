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
