import { AppError } from '../../base/errors.ts';
import { adoptBlob, releaseBlob } from './blob-statements.ts';
import type { Db, Tx } from './db.ts';
import { type Placeholders, prepareRows } from './prepared.ts';
import type { Lease } from './queue-statements.ts';
import type { SegmentRow } from './schema.ts';

type OfJob = Placeholders<{ readonly jobId: string }>;

const selectSegments = prepareRows((db, of: OfJob) =>
  db.selectFrom('segments').selectAll().where('job_id', '=', of.jobId).orderBy('at'),
);

/** What is rendered of a job, in order. */
export async function listSegments(db: Db, jobId: string): Promise<readonly SegmentRow[]> {
  return selectSegments(db, { jobId });
}

/**
 * Adds what a claim rendered, whose bytes were stored; its tries count anew. False when the claim is not the current one
 * any more. Throws `storage_failed` when storing took so long that the bytes are deleted.
 */
export async function insertSegment(
  tx: Tx,
  fence: Lease['fence'],
  row: SegmentRow,
): Promise<boolean> {
  const job = await tx
    .updateTable('jobs')
    .set({ attempt: 1 })
    .where('id', '=', row.job_id)
    .where('fence', '=', fence)
    .where('queue_state', '=', 'leased')
    .executeTakeFirst();
  if (job.numUpdatedRows === 0n) {
    return false;
  }
  const blob = { hash: row.blob_hash, sizeBytes: row.size_bytes, nowMs: row.created_at_ms };
  if (!(await adoptBlob(tx, blob))) {
    throw new AppError('storage_failed', 'The segment took too long to store. Try again.');
  }
  await tx.insertInto('segments').values(row).execute();
  return true;
}

const deleteSegments = prepareRows((db, of: OfJob) =>
  db.deleteFrom('segments').where('job_id', '=', of.jobId).returning('blob_hash'),
);

/** Removes what was rendered of a job that ends in the same transaction. */
export async function removeSegments(tx: Tx, jobId: string): Promise<void> {
  for (const { blob_hash: hash } of await deleteSegments(tx, { jobId })) {
    await releaseBlob(tx, hash);
  }
}
