import type { FileTotals, StoreContents } from '../../../contract/store-contents.ts';
import type { Db } from '../db.ts';

/** Jobs of an account that read or made one of some contents. */
export async function listJobsOfContents(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const readers = db
    .selectFrom('files')
    .innerJoin('job_files', 'job_files.file_key', 'files.file_key')
    .select('job_files.job_id as job_id')
    .where('files.account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('files.blob_hash', 'in', hashes), eb('files.received_hash', 'in', hashes)]),
    );
  const makers = db
    .selectFrom('files')
    .select('job_id')
    .where('account_id', '=', accountId)
    .where('blob_hash', 'in', hashes)
    .where('job_id', 'is not', null)
    .$narrowType<{ job_id: string }>();
  const rows = await readers.union(makers).execute();
  return rows.map((row) => row.job_id);
}

/** Contents that jobs made. */
export async function listContentsOfJobs(db: Db, jobIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('blob_hash')
    .distinct()
    .where('job_id', 'in', jobIds)
    .execute();
  return rows.map((row) => row.blob_hash);
}

/** Keys of an account's uploads of some contents. */
export async function listUploadsOfContents(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('file_key')
    .where('account_id', '=', accountId)
    .where('role', '=', 'upload')
    .where((eb) => eb.or([eb('blob_hash', 'in', hashes), eb('received_hash', 'in', hashes)]))
    .execute();
  return rows.map((row) => row.file_key);
}

/** Which of some contents the database names. */
export async function listNamedContents(
  db: Db,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('blobs').select('hash').where('hash', 'in', hashes).execute();
  return new Set(rows.map((row) => row.hash));
}

/** Sums the files of an account by role; contents that several of them have are stored, and counted in bytes, once. */
export async function measureFiles(db: Db, accountId: string): Promise<StoreContents> {
  const contents = db
    .selectFrom('files')
    .select(['role', 'blob_hash', 'size_bytes'])
    .select(({ fn }) => fn.countAll().as('files'))
    .where('account_id', '=', accountId)
    .groupBy(['role', 'blob_hash', 'size_bytes'])
    .as('contents');
  const rows = await db
    .selectFrom(contents)
    .select(({ fn }) => [
      'role',
      fn.sum('files').as('count'),
      fn.sum('size_bytes').as('size_bytes'),
    ])
    .groupBy('role')
    .execute();
  const totalsOf = (role: string): FileTotals => {
    const row = rows.find((other) => other.role === role);
    return { count: Number(row?.count ?? 0), sizeBytes: Number(row?.size_bytes ?? 0) };
  };
  return {
    uploads: totalsOf('upload'),
    outputs: totalsOf('output'),
    previews: totalsOf('preview'),
  };
}
