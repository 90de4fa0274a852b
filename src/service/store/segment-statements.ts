/**
 * Parts of one job that several workers render at once. The job's row is the queue of its segments as well: it is `ready`
 * exactly while one of them may be claimed, or all are rendered and may be joined.
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
import { AppError } from '../../base/errors.ts';
import { adoptBlob, releaseBlob } from './blob-statements.ts';
import type { Db, Tx } from './db.ts';
import { type Placeholders, prepareRow, prepareRows } from './prepared.ts';
import { needsRowLocks } from './row-locks.ts';
import type { JobRow, SegmentRow } from './schema.ts';

/** Names one claim of one segment. */
export interface SegmentLease {
  readonly jobId: string;
  readonly at: number;
  readonly fence: number;
}

/** What was rendered, whose bytes are stored. */
export interface RenderedBytes {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly facts: string;
  /** What the first tells all others. */
  readonly state: string | null;
  readonly nowMs: number;
}

/** A job whose segments all run waits for them, however long that takes; `run_after_ms` would give it up. */
const NEVER_MS = 8_640_000_000_000_000;

type OfJob = Placeholders<{ readonly jobId: string }>;

const selectSegments = prepareRows((db, of: OfJob) =>
  db.selectFrom('segments').selectAll().where('job_id', '=', of.jobId).orderBy('at'),
);

/** The segments of a job, in order; empty before the first is rendered. */
export async function listSegments(db: Db, jobId: string): Promise<readonly SegmentRow[]> {
  return selectSegments(db, { jobId });
}

/**
 * Ends the claim of a job whose first segment is rendered, and has the others wait. False when the claim is not the current
 * one any more. Throws `storage_failed` when storing took so long that the bytes are deleted.
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

/** Who claims a segment. */
interface SegmentClaim {
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

const selectWaiting = prepareRows((db, of: OfJob) =>
  db
    .selectFrom('segments')
    .select(['at', 'run_after_ms'])
    .where('job_id', '=', of.jobId)
    .where('state', '=', sql.lit('ready'))
    .orderBy('run_after_ms')
    .orderBy('at')
    .limit(2),
);

/**
 * Leases the next segment of a job that is `ready` and locked; null when none waits, so that all are to be joined. A job with more
 * of them goes to the end of the line of its account: its other jobs are not kept waiting by a long one.
 */
export async function leaseSegment(
  tx: Tx,
  jobId: string,
  { owner, nowMs, leaseUntilMs }: SegmentClaim,
): Promise<{ readonly job: JobRow; readonly segment: SegmentRow } | null> {
  const [next, after] = await selectWaiting(tx, { jobId });
  if (next === undefined) {
    return null;
  }
  const segment = await tx
    .updateTable('segments')
    .set((eb) => ({
      state: 'leased',
      lease_owner: owner,
      lease_until_ms: leaseUntilMs,
      fence: eb('fence', '+', 1),
      attempt: eb('attempt', '+', 1),
      progress: 0,
    }))
    .where('job_id', '=', jobId)
    .where('at', '=', next.at)
    .returningAll()
    .executeTakeFirstOrThrow();
  const line =
    after === undefined
      ? ({ queue_state: 'parked', run_after_ms: NEVER_MS } as const)
      : { run_after_ms: Math.max(nowMs, after.run_after_ms) };
  const job = await tx
    .updateTable('jobs')
    .set(line)
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { job, segment };
}

/** Extends a lease; whether it is still the current one. One at a time: rows that are locked together are locked in one order. */
export async function extendSegment(
  db: Db,
  lease: SegmentLease,
  leaseUntilMs: number,
): Promise<boolean> {
  const result = await selectLeased(db, lease)
    .set({ lease_until_ms: leaseUntilMs })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores how far a segment is, and by that how far its job is; whether the lease is still the current one. */
export async function updateSegmentProgress(
  db: Db,
  lease: SegmentLease,
  progress: number,
): Promise<boolean> {
  const result = await selectLeased(db, lease).set({ progress }).executeTakeFirst();
  if (result.numUpdatedRows === 0n) {
    return false;
  }
  await db
    .updateTable('jobs')
    .set((eb) => ({
      progress: eb
        .selectFrom('segments')
        .select(sql<number>`coalesce(avg(progress), 0)`.as('share'))
        .where('job_id', '=', lease.jobId),
    }))
    .where('id', '=', lease.jobId)
    .where('queue_state', 'in', ['ready', 'parked'])
    .where('segments', '>', 0)
    .execute();
  return true;
}

function selectLeased(db: Db, { jobId, at, fence }: SegmentLease) {
  return db
    .updateTable('segments')
    .where('job_id', '=', jobId)
    .where('at', '=', at)
    .where('fence', '=', fence)
    .where('state', '=', 'leased');
}

/**
 * Keeps what a claim rendered of a segment; when it was the last, the job may be claimed to join them. False when the claim
 * is not the current one any more. Throws `storage_failed` as {@link beginSegments}.
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
  await selectLeased(tx, lease).set(toRendered(made)).execute();
  const open = await tx
    .selectFrom('segments')
    .select('at')
    .where('job_id', '=', lease.jobId)
    .where('state', '!=', 'done')
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) {
    await requeue(tx, lease.jobId, job.created_at_ms);
  }
  return true;
}

/** Gives a segment back, to be rendered at `runAfterMs`; whether the claim was the current one. */
export async function requeueSegment(
  tx: Tx,
  lease: SegmentLease,
  retry: { readonly runAfterMs: number; readonly countsAsAttempt: boolean },
): Promise<boolean> {
  const job = await lockSegmented(tx, lease);
  if (job === null) {
    return false;
  }
  await selectLeased(tx, lease)
    .set((eb) => ({
      state: 'ready',
      lease_owner: null,
      lease_until_ms: null,
      run_after_ms: retry.runAfterMs,
      attempt: retry.countsAsAttempt ? eb.ref('attempt') : eb('attempt', '-', 1),
      progress: 0,
    }))
    .execute();
  if (job.queue_state === 'parked') {
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

/** Locks the job of a claim; null when the claim is not the current one any more. */
export async function lockSegmented(
  tx: Tx,
  lease: SegmentLease,
): Promise<Pick<JobRow, 'queue_state' | 'created_at_ms'> | null> {
  const job = tx
    .selectFrom('jobs')
    .select(['queue_state', 'created_at_ms'])
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
 * Gives the plan of a job up whose segments cannot be used: it is rendered in one go, by whoever claims it next. The caller holds
 * a claim of the job or of one of its segments, and the lock of its row.
 */
export async function dropPlan(tx: Tx, jobId: string): Promise<void> {
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
      run_after_ms: eb.ref('created_at_ms'),
    }))
    .where('id', '=', jobId)
    .execute();
}

/** Claims of segments whose owner stopped extending them; see `listLostLeases`. */
export async function listLostSegments(
  db: Db,
  nowMs: number,
  soleOwner: string | null,
): Promise<readonly (SegmentLease & { readonly attempt: number })[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['job_id', 'at', 'fence', 'attempt'])
    .where('state', '=', sql.lit('leased'))
    .where((where) =>
      where.or([
        where('lease_until_ms', '<', nowMs),
        ...(soleOwner === null ? [] : [where('lease_owner', '!=', soleOwner)]),
      ]),
    )
    .limit(200)
    .execute();
  return rows.map(({ job_id: jobId, ...lease }) => ({ jobId, ...lease }));
}

const countSegmentsOfAccount = prepareRow((db, of: Placeholders<{ readonly accountId: string }>) =>
  db
    .selectFrom('segments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', of.accountId)
    .where('state', '=', sql.lit('leased')),
);

/** Segments of an account that some service works on. */
export async function countLeasedSegments(db: Db, accountId: string): Promise<number> {
  return (await countSegmentsOfAccount(db, { accountId }))?.count ?? 0;
}

const deleteSegments = prepareRows((db, of: OfJob) =>
  db.deleteFrom('segments').where('job_id', '=', of.jobId).returning('blob_hash'),
);

/** Removes the segments of a job that ends, or whose plan ends, in the same transaction. */
export async function removeSegments(tx: Tx, jobId: string): Promise<void> {
  for (const { blob_hash: hash } of await deleteSegments(tx, { jobId })) {
    if (hash !== null) {
      await releaseBlob(tx, hash);
    }
  }
}
