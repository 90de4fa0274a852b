import { invariant } from '../../base/errors.ts';
import { isJobFeature, type JobFeature } from '../../contract/api/features.ts';
import type { ServiceContext } from '../service-context.ts';
import { insertFile } from '../store/statements/file-statements.ts';
import {
  clampReadyTimes,
  type ClaimedRows,
  claimJobRow,
  type Lease,
  listLostLeases,
  listOverdueParked,
  parkJobRow,
  requeueJobRow,
} from '../store/statements/queue-statements.ts';
import type { JobRow } from '../store/schema.ts';
import { failJob, type StoredFile, toFileKey, toFileRow } from './end.ts';
import { type Job, type JobFailure, toJob } from './job.ts';
import { type IsPresent, reapSegments, silentWorker } from './segment-queue.ts';
import { decideRetry, parkAfter } from './machine.ts';

/**
 * Claimed part of a job: its begin, which may be all of it; the segment with this number; joining the rendered
 * segments; or the whole job in one pass, because its segments were unusable.
 */
type ClaimedPart = 'begin' | { readonly at: number } | 'join' | 'whole';

/** A job, or a part of it, leased to one owner. */
export interface ClaimedJob {
  readonly job: Job;
  readonly feature: JobFeature;
  readonly part: ClaimedPart;
  /** Number of its segments; 0 while unknown. */
  readonly segments: number;
  /** Fence of the job, or of its segment. */
  readonly fence: number;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** Leases the next job, or segment of one, that may run for an owner that can do the given features. */
export async function claimJob(
  context: ServiceContext,
  owner: string,
  features: readonly JobFeature[],
): Promise<ClaimedJob | null> {
  const { store, clock, policy } = context;
  const rows = await store.db
    .transaction()
    .execute((tx) =>
      claimJobRow(store, tx, { owner, features, leaseMs: policy.leaseMs, nowMs: clock.nowMs() }),
    );
  if (rows === null) {
    return null;
  }
  const { job: row, segment } = rows;
  const { fence, attempt } = segment ?? row;
  invariant(isJobFeature(row.feature), 'Only jobs are claimed.');
  if (row.queue_state === 'ready') {
    // Workers that polled meanwhile found the job locked, and it has more segments.
    store.signals.send({ kind: 'work' });
  }
  const job = toJob(row);
  return {
    job,
    feature: row.feature,
    part: toPart(rows),
    segments: row.segments ?? 0,
    fence,
    attempt,
  };
}

function toPart({ job, segment }: ClaimedRows): ClaimedPart {
  if (segment !== null) {
    return { at: segment.at };
  }
  return job.segments === null ? 'begin' : job.segments === 0 ? 'whole' : 'join';
}

/** Parks a job after an intermediate stage and shows its still. Null when the claim was lost. */
export async function parkJob(
  context: ServiceContext,
  lease: Lease,
  preview: StoredFile,
): Promise<Job | null> {
  const { store, clock, policy } = context;
  const nowMs = clock.nowMs();
  const previewKey = toFileKey('preview', preview);
  const row = await store.db.transaction().execute(async (tx): Promise<JobRow | null> => {
    const job = await tx
      .selectFrom('jobs')
      .select('stage')
      .where('id', '=', lease.jobId)
      .executeTakeFirst();
    const stage = parkAfter(job?.stage ?? null);
    if (stage === null) {
      return null;
    }
    const giveUpAtMs = nowMs + policy.parkedLimitMs;
    const parked = await parkJobRow(tx, lease, { stage, previewKey, giveUpAtMs });
    if (parked !== null) {
      await insertFile(
        tx,
        toFileRow(parked, { role: 'preview', fileKey: previewKey, nowMs }, preview),
      );
    }
    return parked;
  });
  store.signals.send({ kind: 'work' });
  return row === null ? null : toJob(row);
}

/**
 * Returns a claim without counting an attempt, for example when the service stops. Returns whether it was still
 * current.
 */
export async function returnClaim(context: ServiceContext, lease: Lease): Promise<boolean> {
  const isReturned = await requeueJobRow(context.store.db, lease, {
    runAfterMs: context.clock.nowMs(),
    countsAsAttempt: false,
  });
  context.store.signals.send({ kind: 'work' });
  return isReturned;
}

/**
 * Handles the death of a worker that held a claim: retries later, or fails the job with `processing_failed`.
 */
export async function retryOrFail(
  context: ServiceContext,
  lost: Lease & { readonly attempt: number },
  failure: JobFailure,
): Promise<void> {
  const decision = decideRetry(lost.attempt, context.policy);
  if (decision === 'give_up') {
    await failJob(context, { jobId: lost.jobId, holder: { fence: lost.fence } }, failure);
  } else {
    await requeueJobRow(context.store.db, lost, {
      runAfterMs: context.clock.nowMs() + decision.retryInMs,
      countsAsAttempt: true,
    });
  }
}

/**
 * Clamps the due times of waiting jobs that are further away than any delay, because the clock was set back
 * since. Returns their number, and notifies waiting workers of found work.
 */
export async function clampJobDueTimes({ store, clock, policy }: ServiceContext): Promise<number> {
  const nowMs = clock.nowMs();
  const longestMs = policy.retryDelayMs * 2 ** policy.maxAttempts;
  const count = await clampReadyTimes(store.db, { nowMs, latestMs: nowMs + longestMs });
  if (count > 0) {
    store.signals.send({ kind: 'work' });
  }
  return count;
}

/**
 * Handles abandoned jobs: claims of a dead service are retried or fail, parked jobs whose customer stayed away
 * fail with `render_timeout`. A claim for which `isPresent` is true runs in this process and is not lost, even
 * when the clock was set or the machine slept. `soleOwner` is the only possible live claimer, if known. Returns
 * the number of each.
 */
export async function reapJobs(
  context: ServiceContext,
  {
    soleOwner = null,
    isPresent = () => false,
  }: {
    readonly soleOwner?: string | null | undefined;
    readonly isPresent?: IsPresent | undefined;
  } = {},
): Promise<{ readonly lost: number; readonly overdue: number }> {
  const { store, clock } = context;
  const listed = await listLostLeases(store.db, clock.nowMs(), soleOwner);
  const lost = listed.filter(({ id, fence }) => !isPresent({ jobId: id, fence }));
  for (const { id, fence, attempt } of lost) {
    await retryOrFail(context, { jobId: id, fence, attempt }, silentWorker);
  }
  const lostSegments = await reapSegments(context, { soleOwner, isPresent });
  const overdue = await listOverdueParked(store.db, clock.nowMs());
  for (const { id } of overdue) {
    await failJob(
      context,
      { jobId: id, holder: 'parked' },
      { code: 'render_timeout', message: 'The job waited too long to be advanced.' },
    );
  }
  if (lost.length + lostSegments > 0) {
    store.signals.send({ kind: 'work' });
  }
  return { lost: lost.length + lostSegments, overdue: overdue.length };
}
