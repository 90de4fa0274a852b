import type { ServiceContext } from '../service-context.ts';
import type { Lease } from '../store/statements/queue-statements.ts';
import { listLostSegments, type SegmentLease } from '../store/statements/segment-claims.ts';
import { dropPlan, lockSegmented, requeueSegment } from '../store/statements/segment-statements.ts';
import { failJob } from './end.ts';
import type { JobFailure } from './job.ts';
import { decideRetry } from './machine.ts';

/** Returns whether a claim of a job, or of its segment `at`, runs in this process. */
export type IsPresent = (lease: Lease & { readonly at?: number | undefined }) => boolean;

/** Failure of a job whose claims expired. */
export const silentWorker: JobFailure = {
  code: 'processing_failed',
  message: 'The worker stopped answering several times.',
};

/** Returns a segment without counting an attempt. */
export async function returnSegment(context: ServiceContext, lease: SegmentLease): Promise<void> {
  await requeue(context, lease, { delayMs: 0, countsAsAttempt: false });
}

/** Handles the death of a worker that held a segment: retries later, or fails its job. */
export async function retryOrFailSegment(
  context: ServiceContext,
  { attempt, ...lease }: SegmentLease & { readonly attempt: number },
  failure: JobFailure,
): Promise<void> {
  const decision = decideRetry(attempt, context.policy);
  if (decision === 'give_up') {
    const { jobId, at, fence } = lease;
    await failJob(context, { jobId, holder: { at, fence } }, failure);
  } else {
    await requeue(context, lease, { delayMs: decision.retryInMs, countsAsAttempt: true });
  }
}

async function requeue(
  { store, clock }: ServiceContext,
  lease: SegmentLease,
  { delayMs, countsAsAttempt }: { readonly delayMs: number; readonly countsAsAttempt: boolean },
): Promise<void> {
  const retry = { runAfterMs: clock.nowMs() + delayMs, countsAsAttempt };
  await store.db.transaction().execute((tx) => requeueSegment(tx, lease, retry));
  store.signals.send({ kind: 'work' });
}

/** Switches a job to rendering in one pass, because its segments are unusable for the holder of a claim. */
export async function giveUpSegments(
  { store, clock }: ServiceContext,
  lease: Lease & { readonly at?: number | undefined },
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const { jobId, at, fence } = lease;
    const held =
      at === undefined
        ? await tx
            .updateTable('jobs')
            .set({ attempt: 0 })
            .where('id', '=', jobId)
            .where('fence', '=', fence)
            .where('queue_state', '=', 'leased')
            .returning('id')
            .executeTakeFirst()
        : await lockSegmented(tx, { jobId, at, fence });
    if (held !== undefined && held !== null) {
      await dropPlan(tx, jobId, clock.nowMs());
    }
  });
  store.signals.send({ kind: 'work' });
  store.signals.send({ kind: 'unused' });
}

/** Segment part of `reapJobs`; returns the number of lost claims. */
export async function reapSegments(
  context: ServiceContext,
  { soleOwner, isPresent }: { readonly soleOwner: string | null; readonly isPresent: IsPresent },
): Promise<number> {
  const { store, clock } = context;
  const listed = await listLostSegments(store.db, clock.nowMs(), soleOwner);
  const lost = listed.filter((lease) => !isPresent(lease));
  for (const lease of lost) {
    await retryOrFailSegment(context, lease, silentWorker);
  }
  return lost.length;
}
