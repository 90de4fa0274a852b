/**
 * Segments of one job that several workers render at once. The job's row is also the queue of its segments: it is
 * `ready` exactly while a segment may be claimed, or while all are rendered and may be joined.
 *
 *   job     leased ── begun ──▶ ready ── last one claimed ──▶ parked ── last one rendered ──▶ ready ── claim ──▶ leased: joined
 *                                ▲                               │
 *                                └────────── one is lost ────────┘
 *   segment           ready ── claim ──▶ leased ── rendered ──▶ done
 *                       ▲                  │
 *                       └─ lost, given back ┘
 *
 * Every step locks the job first. The first segment is rendered under the lease of the job, and decides for all others.
 */
import { sql } from 'kysely';
import { AppError } from '../../../base/errors.ts';
import { adoptBlob, releaseBlob } from './blob-statements.ts';
import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow, prepareRows } from '../prepared.ts';
import { needsRowLocks } from '../row-locks.ts';
import type { JobRow, SegmentRow } from '../schema.ts';
import { type SegmentLease, updateLeased } from './segment-claims.ts';

/** A rendered segment, whose bytes are stored. */
export interface RenderedBytes {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly facts: string;
  /** State that the first segment passes to all others. */
  readonly state: string | null;
  readonly nowMs: number;
}

type OfJob = Placeholders<{ readonly jobId: string }>;

const selectSegments = prepareRows((db, of: OfJob) =>
  db.selectFrom('segments').selectAll().where('job_id', '=', of.jobId).orderBy('at'),
);

/** Lists the segments of a job in order; empty before the first is rendered. */
export async function listSegments(db: Db, jobId: string): Promise<readonly SegmentRow[]> {
  return selectSegments(db, { jobId });
}

type FirstSegment = Pick<SegmentRow, 'at' | 'blob_hash' | 'facts' | 'state_after'>;

const selectFirst = prepareRow((db, of: OfJob) =>
  db
    .selectFrom('segments')
    .select(['at', 'blob_hash', 'facts', 'state_after'])
    .where('job_id', '=', of.jobId)
    .where('at', '=', sql.lit(0)),
);

const countDone = prepareRow((db, of: OfJob) =>
  db
    .selectFrom('segments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('job_id', '=', of.jobId)
    .where('state', '=', sql.lit('done')),
);

/** Reads the first segment of a job (null once the job has ended) and the number of rendered ones. */
export async function readFirstSegment(
  db: Db,
  jobId: string,
): Promise<{ readonly first: FirstSegment | null; readonly done: number }> {
  const first = await selectFirst(db, { jobId });
  return { first, done: (await countDone(db, { jobId }))?.count ?? 0 };
}

/**
 * Ends the claim of a job whose first segment is rendered, and makes the others claimable. Returns false when the claim
 * is no longer current. Throws `storage_failed` when storing took so long that the bytes are deleted.
 */
export async function beginSegments(
  tx: Tx,
  { jobId, fence }: Omit<SegmentLease, 'at'>,
  { count, first }: { readonly count: number; readonly first: RenderedBytes },
): Promise<boolean> {
  const { nowMs } = first;
  const job = await tx
    .updateTable('jobs')
    .set({
      segments: count,
      queue_state: 'ready',
      lease_owner: null,
      lease_until_ms: null,
      attempt: 0,
      progress: 1 / count,
      run_after_ms: nowMs,
    })
    .where('id', '=', jobId)
    .where('fence', '=', fence)
    .where('queue_state', '=', 'leased')
    .returning('account_id')
    .executeTakeFirst();
  if (job === undefined) {
    return false;
  }
  await adopt(tx, first);
  const waiting = {
    job_id: jobId,
    account_id: job.account_id,
    state: 'ready',
    run_after_ms: nowMs,
    fence: 0,
    attempt: 0,
    progress: 0,
    created_at_ms: nowMs,
  } as const;
  await tx
    .insertInto('segments')
    .values(
      Array.from({ length: count }, (_, at) => ({
        ...waiting,
        at,
        ...(at === 0 ? toRendered(first) : blank),
      })),
    )
    .execute();
  return true;
}

const blank = { blob_hash: null, size_bytes: null, facts: null, state_after: null } as const;

function toRendered({ hash, sizeBytes, facts, state }: RenderedBytes) {
  return {
    state: 'done',
    progress: 1,
    lease_owner: null,
    lease_until_ms: null,
    blob_hash: hash,
    size_bytes: sizeBytes,
    facts,
    state_after: state,
  } as const;
}

async function adopt(tx: Tx, { hash, sizeBytes, nowMs }: RenderedBytes): Promise<void> {
  if (!(await adoptBlob(tx, { hash, sizeBytes, nowMs }))) {
    throw new AppError('storage_failed', 'The segment took too long to store. Try again.');
  }
}

/**
 * Stores a rendered segment of a claim; after the last one the job may be claimed to join them. Returns false when the
 * claim is no longer current. Throws `storage_failed` as {@link beginSegments} does.
 */
export async function finishSegment(
  tx: Tx,
  lease: SegmentLease,
  made: RenderedBytes,
): Promise<boolean> {
  const job = await lockSegmented(tx, lease);
  if (job === null) {
    return false;
  }
  await adopt(tx, made);
  await updateLeased(tx, lease).set(toRendered(made)).execute();
  const open = await tx
    .selectFrom('segments')
    .select('at')
    .where('job_id', '=', lease.jobId)
    .where('state', '!=', 'done')
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) {
    // The job goes before jobs that were created later; it runs at once if the clock was set back since its creation.
    await requeue(tx, lease.jobId, Math.min(job.created_at_ms, made.nowMs));
  }
  return true;
}

/** Returns a segment, to be rendered at `runAfterMs`; returns whether the claim was current. */
export async function requeueSegment(
  tx: Tx,
  lease: SegmentLease,
  retry: { readonly runAfterMs: number; readonly countsAsAttempt: boolean },
): Promise<boolean> {
  const job = await lockSegmented(tx, lease);
  if (job === null) {
    return false;
  }
  await updateLeased(tx, lease)
    .set((eb) => ({
      state: 'ready',
      lease_owner: null,
      lease_until_ms: null,
      run_after_ms: retry.runAfterMs,
      attempt: retry.countsAsAttempt ? eb.ref('attempt') : eb('attempt', '-', 1),
      progress: 0,
    }))
    .execute();
  // A parked job, whose other segments all run, has a time later than any other.
  if (retry.runAfterMs < job.run_after_ms) {
    await requeue(tx, lease.jobId, retry.runAfterMs);
  }
  return true;
}

async function requeue(tx: Tx, jobId: string, runAfterMs: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ queue_state: 'ready', run_after_ms: runAfterMs, attempt: 0 })
    .where('id', '=', jobId)
    .execute();
}

/** Locks the job of a claim; null when the claim is no longer current. */
export async function lockSegmented(
  tx: Tx,
  lease: SegmentLease,
): Promise<Pick<JobRow, 'run_after_ms' | 'created_at_ms'> | null> {
  const job = tx
    .selectFrom('jobs')
    .select(['run_after_ms', 'created_at_ms'])
    .where('id', '=', lease.jobId);
  const row = await (needsRowLocks(tx) ? job.forUpdate() : job).executeTakeFirst();
  const segment = await tx
    .selectFrom('segments')
    .select('at')
    .where('job_id', '=', lease.jobId)
    .where('at', '=', lease.at)
    .where('fence', '=', lease.fence)
    .where('state', '=', 'leased')
    .executeTakeFirst();
  return row === undefined || segment === undefined ? null : row;
}

/**
 * Drops the plan of a job whose segments cannot be used: the next claim renders it in one go. The caller holds a claim
 * of the job or of one of its segments, and the lock of its row.
 */
export async function dropPlan(tx: Tx, jobId: string, nowMs: number): Promise<void> {
  await removeSegments(tx, jobId);
  await tx
    .updateTable('jobs')
    .set((eb) => ({
      segments: 0,
      queue_state: 'ready',
      lease_owner: null,
      lease_until_ms: null,
      attempt: 0,
      progress: 0,
      run_after_ms: eb
        .case()
        .when('created_at_ms', '>', nowMs)
        .then(nowMs)
        .else(eb.ref('created_at_ms'))
        .end(),
    }))
    .where('id', '=', jobId)
    .execute();
}

const deleteSegments = prepareRows((db, of: OfJob) =>
  db.deleteFrom('segments').where('job_id', '=', of.jobId).returning('blob_hash'),
);

/** Removes the segments of a job that ends, or whose plan is dropped, in the same transaction. */
export async function removeSegments(tx: Tx, jobId: string): Promise<void> {
  for (const { blob_hash: hash } of await deleteSegments(tx, { jobId })) {
    if (hash !== null) {
      await releaseBlob(tx, hash);
    }
  }
}
