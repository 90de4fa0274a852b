import type { JsonObject } from '../../base/json.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { claimKey } from '../store/statements/idempotency-statements.ts';
import { advanceJobRow, insertJobFiles } from '../store/statements/job-statements.ts';
import { requireRow } from './end.ts';
import { fingerprint, requireSameRequest } from './fingerprint.ts';
import type { Tx } from '../store/db.ts';
import { listFileKeys, requireUploads } from './input-files.ts';
import { dropJoints, type Job, readJsonObject, toJob } from './job.ts';
import { advance, type AdvanceStep } from './machine.ts';

/** Request to advance a parked identity swap. */
export interface AdvanceRequest {
  readonly accountId: string;
  readonly jobId: string;
  readonly step: AdvanceStep;
  /** Fields that replace those of the request: prompt, ratio, character and so on; without `stage`. */
  readonly changes: JsonObject;
  readonly idempotencyKey: string | null;
}

/**
 * Puts a parked identity swap back into the queue for its next stage. Throws `not_found`, and
 * `invalid_input` (400) when the stage does not match or a `file_key` is not the account's. A repeated
 * Idempotency-Key takes no second step: the job is answered as it is by then.
 */
export async function advanceJob(context: ServiceContext, request: AdvanceRequest): Promise<Job> {
  const { accountId, jobId, step, changes } = request;
  const job = await context.store.db.transaction().execute(async (tx) => {
    // Before the job is read: a duplicate waits here for the first request and has to see its result.
    const isAgain = await isRepeated(context, tx, request);
    const row = await requireRow(tx, accountId, jobId);
    if (isAgain) {
      return toJob(row);
    }
    const to = advance({ status: row.status, queueState: row.queue_state, stage: row.stage }, step);
    const fileKeys = listFileKeys(changes);
    await requireUploads(tx, accountId, fileKeys);
    const moved = await advanceJobRow(tx, {
      jobId,
      from: step === 'swap' ? 'frame_ready' : 'swap_ready',
      to,
      input: JSON.stringify({ ...readJsonObject(row.input), ...changes }),
      hints: changes['character_key'] === undefined ? row.hints : dropJoints(row.hints),
      nowMs: context.clock.nowMs(),
    });
    if (moved === null) {
      throw refusedByState('The job was advanced or ended by another call at the same moment.');
    }
    await insertJobFiles(tx, jobId, fileKeys);
    return toJob(moved);
  });
  context.store.signals.send({ kind: 'work' });
  return job;
}

/** Records the key of a request; returns whether the same request used it before. */
async function isRepeated(
  context: ServiceContext,
  tx: Tx,
  { accountId, jobId, step, changes, idempotencyKey }: AdvanceRequest,
): Promise<boolean> {
  if (idempotencyKey === null) {
    return false;
  }
  const print = fingerprint(`identity-swap/${jobId}/advance`, { ...changes, stage: step }, null);
  const earlier = await claimKey(tx, {
    accountId,
    key: idempotencyKey,
    fingerprint: print,
    jobId,
    nowMs: context.clock.nowMs(),
  });
  if (earlier === null) {
    return false;
  }
  requireSameRequest(earlier, print);
  return true;
}
