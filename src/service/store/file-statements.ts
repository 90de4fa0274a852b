import type { Db, Tx } from './open.ts';
import { pick, type Placeholders, prepareRows } from './prepared.ts';
import type { FileRow } from './schema.ts';

/** A blob and since when it is known. */
interface KnownBlob {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly nowMs: number;
}

function buildBlob(db: Db, blob: Placeholders<KnownBlob>, refcount: number) {
  return db.insertInto('blobs').values({
    hash: blob.hash,
    size_bytes: blob.sizeBytes,
    refcount,
    created_at_ms: blob.nowMs,
  });
}

const addReference = prepareRows((db, blob: Placeholders<KnownBlob>) =>
  buildBlob(db, blob, 1).onConflict((conflict) =>
    conflict.column('hash').doUpdateSet((eb) => ({ refcount: eb('blobs.refcount', '+', 1) })),
  ),
);

const addBlob = prepareRows((db, blob: Placeholders<KnownBlob>) =>
  buildBlob(db, blob, 0).onConflict((conflict) => conflict.doNothing()),
);

const fileColumns = [
  'file_key',
  'account_id',
  'role',
  'job_id',
  'blob_hash',
  'kind',
  'mime',
  'size_bytes',
  'facts',
  'declared_name',
  'created_at_ms',
  'deleted_at_ms',
] as const satisfies readonly (keyof FileRow)[];

const addFile = prepareRows((db, row: Placeholders<FileRow>) =>
  db.insertInto('files').values(pick(row, fileColumns)),
);

/** Adds a file; its blob is counted, and known from now on when it is new. */
export async function insertFile(tx: Tx, row: FileRow): Promise<void> {
  await addReference(tx, {
    hash: row.blob_hash,
    sizeBytes: row.size_bytes,
    nowMs: row.created_at_ms,
  });
  await addFile(tx, row);
}

/** Makes a blob known that no file refers to yet; a known one stays as it is. */
export async function insertBlob(db: Db, blob: KnownBlob): Promise<void> {
  await addBlob(db, blob);
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
