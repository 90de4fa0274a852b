import { AppError } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import { isTerminal } from '../../contract/api/resources/job.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  findReader,
  lockFile,
  lockFilesOfJob,
  removeFile,
} from '../store/statements/file-statements.ts';
import { scrubJobRow } from '../store/statements/job-statements.ts';
import { scrubLiveSession } from '../store/statements/live-statements.ts';
import { deleteDeliveries } from '../webhooks/outbox.ts';
import { cancelJob } from './end.ts';
import type { Job } from './job.ts';
import { readJob } from './read.ts';

/**
 * Deletes a job and everything that belongs only to it: its request, result, previews, webhook, and uploads
 * that no other job names. An unfinished job is canceled first, a live session is ended and settled. The row
 * stays for usage, hidden and without content; a repeated submit with its idempotency key is still answered
 * with it. Bytes are removed after the commit by the listener of `deleted`. Throws `not_found`.
 */
export async function deleteJob(
  context: ServiceContext,
  accountId: string,
  jobId: string,
): Promise<void> {
  await endFirst(context, await readJob(context, accountId, jobId));
  const { store, clock } = context;
  const isDeleted = await store.db.transaction().execute(async (tx) => {
    if (!(await scrubJobRow(tx, jobId, clock.nowMs()))) {
      return false;
    }
    const files = await lockFilesOfJob(tx, jobId);
    await tx.deleteFrom('job_files').where('job_id', '=', jobId).execute();
    for (const file of files) {
      await removeFile(tx, file);
    }
    await deleteDeliveries(tx, jobId);
    await scrubLiveSession(tx, jobId);
    return true;
  });
  if (!isDeleted) {
    throw new AppError('not_found', 'There is no such job.');
  }
  store.signals.send({ kind: 'deleted' });
}

/** Ends the job, if it was not ended concurrently by another call. */
async function endFirst(context: ServiceContext, job: Job): Promise<void> {
  if (isTerminal(job.status)) {
    return;
  }
  try {
    await cancelJob(context, job.accountId, job.id);
  } catch (error) {
    const isOver = error instanceof AppError && error.code === 'invalid_input';
    if (!isOver) {
      throw error;
    }
  }
}

/**
 * Removes an upload. Throws `not_found`, also for another account's, and `invalid_input` (400) while an
 * unfinished job reads it.
 */
export async function deleteUpload(
  { store }: ServiceContext,
  accountId: string,
  fileKey: string,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const file = await lockFile(tx, fileKey);
    if (file === null || file.account_id !== accountId || file.role !== 'upload') {
      throw new AppError('not_found', 'There is no such upload.');
    }
    const reader = await findReader(tx, fileKey);
    if (reader !== null) {
      throw refusedByState(
        `Job ${reader} still reads this upload. Cancel or delete the job first.`,
      );
    }
    await removeFile(tx, file);
  });
  store.signals.send({ kind: 'deleted' });
}
