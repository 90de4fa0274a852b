import type { ServiceContext } from '../service-context.ts';
import { updateProgress } from '../store/statements/queue-statements.ts';
import { updateSegmentProgress } from '../store/statements/segment-claims.ts';
import { failJob } from './end.ts';
import type { JobFailure } from './job.ts';
import { type ClaimedJob, retryOrFail, returnClaim } from './queue.ts';
import { giveUpSegments, retryOrFailSegment, returnSegment } from './segment-queue.ts';

/** Extends, returns or ends the claim of a job or a segment. Every call is ignored once the claim is lost. */
export interface ClaimHandle {
  /** Place of its segment; undefined for a job. */
  readonly at: number | undefined;
  /** Stores how far it is; whether the claim is still the current one. */
  writeProgress(progress: number): Promise<boolean>;
  /** Returns the claim without counting an attempt. */
  release(): Promise<unknown>;
  /** Schedules a retry, or fails the job after the last attempt. */
  retry(failure: JobFailure): Promise<void>;
  /** Ends the job as failed. */
  fail(failure: JobFailure): Promise<unknown>;
  /** Switches the job to rendering in one pass. */
  giveUpSegments(): Promise<void>;
}

/** The claim of a run. */
export function createClaimHandle(
  context: ServiceContext,
  { job, part, fence, attempt }: ClaimedJob,
): ClaimHandle {
  const { db } = context.store;
  const jobId = job.id;
  const lease = { jobId, fence };
  if (typeof part === 'string') {
    return {
      at: undefined,
      writeProgress: (progress) => updateProgress(db, lease, progress),
      release: () => returnClaim(context, lease),
      retry: (failure) => retryOrFail(context, { ...lease, attempt }, failure),
      fail: (failure) => failJob(context, { jobId, holder: { fence } }, failure),
      giveUpSegments: () => giveUpSegments(context, lease),
    };
  }
  const { at } = part;
  const ofSegment = { ...lease, at };
  return {
    at,
    writeProgress: (progress) => updateSegmentProgress(db, ofSegment, progress),
    release: () => returnSegment(context, ofSegment),
    retry: (failure) => retryOrFailSegment(context, { ...ofSegment, attempt }, failure),
    fail: (failure) => failJob(context, { jobId, holder: { at, fence } }, failure),
    giveUpSegments: () => giveUpSegments(context, ofSegment),
  };
}
