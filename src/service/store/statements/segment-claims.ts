/** Claims of segments: their begin, extension and loss; see `segment-statements.ts`. */
import { sql } from 'kysely';
import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow, prepareRows } from '../prepared.ts';
import type { JobRow, SegmentRow } from '../schema.ts';

/** Identifies one claim of one segment. */
export interface SegmentLease {
  readonly jobId: string;
  readonly at: number;
  readonly fence: number;
}

/**
 * Run time of a job that waits for its running segments, however long they take; an earlier `run_after_ms` would end
 * the wait.
 */
const NEVER_MS = 8_640_000_000_000_000;

type OfJob = Placeholders<{ readonly jobId: string }>;

/** Claim of a segment: its owner and lease. */
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
 * Leases the next segment of a job that is `ready` and locked; null when none is waiting, so that the segments are to
 * be joined. A job with further segments moves to the end of its account's queue, so that it does not delay the
 * account's other jobs.
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

/**
 * Extends a lease; returns whether it is still current. Leases are extended one at a time, so that rows are locked in
 * one order.
 */
export async function extendSegment(
  db: Db,
  lease: SegmentLease,
  leaseUntilMs: number,
): Promise<boolean> {
  const result = await updateLeased(db, lease)
    .set({ lease_until_ms: leaseUntilMs })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores the progress of a segment, and with it that of its job; returns whether the lease is still current. */
export async function updateSegmentProgress(
  db: Db,
  lease: SegmentLease,
  progress: number,
): Promise<boolean> {
  const result = await updateLeased(db, lease).set({ progress }).executeTakeFirst();
  if (result.numUpdatedRows === 0n) {
    return false;
  }
  await db
    .updateTable('jobs')
    .set((eb) => ({
      progress: eb
        .selectFrom('segments')
        .select(sql<number>`coalesce(avg(progress), 0)`.as('progress'))
        .where('job_id', '=', lease.jobId),
    }))
    .where('id', '=', lease.jobId)
    .where('queue_state', 'in', ['ready', 'parked'])
    .where('segments', '>', 0)
    .execute();
  return true;
}

/** Builds an update of a claimed segment, which has no effect when the claim is no longer current. */
export function updateLeased(db: Db, { jobId, at, fence }: SegmentLease) {
  return db
    .updateTable('segments')
    .where('job_id', '=', jobId)
    .where('at', '=', at)
    .where('fence', '=', fence)
    .where('state', '=', 'leased');
}

/** Makes waiting segments due at `latestMs` at the latest, and their jobs with them; returns the number of jobs. */
export async function clampSegmentDueTimes(
  db: Db,
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
): Promise<number> {
  const jobs = await db
    .selectFrom('segments')
    .select('job_id')
    .distinct()
    .where('state', '=', 'ready')
    .where('run_after_ms', '>', latestMs)
    .execute();
  for (const { job_id: jobId } of jobs) {
    await db.transaction().execute(async (tx) => {
      // Locks the job first, as every claim does: a claim copies the time of the next segment into it.
      await tx
        .updateTable('jobs')
        .set({ run_after_ms: nowMs })
        .where('id', '=', jobId)
        .where('queue_state', '=', 'ready')
        .execute();
      await tx
        .updateTable('segments')
        .set({ run_after_ms: nowMs })
        .where('job_id', '=', jobId)
        .where('state', '=', 'ready')
        .where('run_after_ms', '>', latestMs)
        .execute();
    });
  }
  return jobs.length;
}

/** Lists claims of segments whose owner stopped extending them; see `listLostLeases`. */
export async function listLostSegments(
  db: Db,
  nowMs: number,
  soleOwner: string | null,
): Promise<readonly (SegmentLease & { readonly attempt: number })[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['job_id', 'at', 'fence', 'attempt'])
    .where('state', '=', sql.lit('leased'))
    .where((eb) =>
      eb.or([
        eb('lease_until_ms', '<', nowMs),
        ...(soleOwner === null ? [] : [eb('lease_owner', '!=', soleOwner)]),
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

/** Counts the segments of an account that are being rendered. */
export async function countLeasedSegments(db: Db, accountId: string): Promise<number> {
  return (await countSegmentsOfAccount(db, { accountId }))?.count ?? 0;
}
