import type { Db, Tx } from '../db.ts';
import type { DirectUploadRow } from '../schema.ts';

/** Records an upload that a client is about to send to the bucket. */
export async function insertDirectUpload(db: Db, row: DirectUploadRow): Promise<void> {
  await db.insertInto('direct_uploads').values(row).execute();
}

/** Finds an upload of any account by its id; null when there is none. */
export async function findDirectUpload(db: Db, id: string): Promise<DirectUploadRow | null> {
  const row = await db
    .selectFrom('direct_uploads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Number and announced bytes of an account's open uploads. */
export async function sumDirectUploads(
  db: Db,
  accountId: string,
  nowMs: number,
): Promise<{ readonly count: number; readonly sizeBytes: number }> {
  const { count, bytes } = await db
    .selectFrom('direct_uploads')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('file_key', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirstOrThrow();
  return { count, sizeBytes: bytes ?? 0 };
}

/** Records the file of an upload; false when it already became another one, or is gone. */
export async function settleDirectUpload(tx: Tx, id: string, fileKey: string): Promise<boolean> {
  const result = await tx
    .updateTable('direct_uploads')
    .set({ file_key: fileKey })
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lists at most `limit` expired uploads, in the order of their ids after `afterId`. */
export async function listExpiredDirectUploads(
  db: Db,
  page: { readonly nowMs: number; readonly afterId: string; readonly limit: number },
): Promise<DirectUploadRow[]> {
  return db
    .selectFrom('direct_uploads')
    .selectAll()
    .where('expires_at_ms', '<=', page.nowMs)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** Forgets an upload of which nothing is left in the bucket. */
export async function deleteDirectUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('direct_uploads').where('id', '=', id).execute();
}
