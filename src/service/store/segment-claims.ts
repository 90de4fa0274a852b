/** Claims of segments: how they begin, are extended and are lost; see `segment-statements.ts`. */
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { type Placeholders, prepareRow, prepareRows } from './prepared.ts';
import type { JobRow, SegmentRow } from './schema.ts';

/** Names one claim of one segment. */
export interface SegmentLease {
  readonly jobId: string;
  readonly at: number;
  readonly fence: number;
}

/** A job whose segments all run waits for them, however long that takes; `run_after_ms` would give it up. */
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
  const result = await updateLeased(db, lease)
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

/** An update of a claimed segment, which does nothing when the claim is not the current one any more. */
export function updateLeased(db: Db, { jobId, at, fence }: SegmentLease) {
  return db
    .updateTable('segments')
    .where('job_id', '=', jobId)
    .where('at', '=', at)
    .where('fence', '=', fence)
    .where('state', '=', 'leased');
}

/** Makes waiting segments due that would be due after `latestMs`, and their jobs with them; of how many jobs. */
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
      // Locks the job first, as every claim does, which copies the time of the next segment into it.
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
