import { AppError } from '../../base/errors.ts';
import { type Soon, whenHere } from '../../base/soon.ts';
import type { Context } from '../context.ts';
import { findJobRow, findShownJobRow, type JobPage, listJobRows } from '../store/job-statements.ts';
import { type Job, type ShownJob, toJob, toShownJob } from './job.ts';
import { readThroughKnownJobs } from './known-jobs.ts';

/** A job of an account; `not_found` when there is none or it is another's. */
export async function readJob(context: Context, accountId: string, jobId: string): Promise<Job> {
  const row = await findJobRow(context.store.db, accountId, jobId);
  if (row === null) {
    throw new AppError('not_found', 'There is no such job.');
  }
  return toJob(row);
}

/** {@link readJob} for the status call, which is polled: only what the resource shows. */
export function readShownJob(context: Context, accountId: string, jobId: string): Soon<ShownJob> {
  const { store } = context;
  return readThroughKnownJobs(store, { accountId, jobId }, () =>
    whenHere(findShownJobRow(store.db, accountId, jobId), (row) => {
      if (row === null) {
        throw new AppError('not_found', 'There is no such job.');
      }
      return toShownJob(row);
    }),
  );
}

/** Jobs of an account, live sessions included, newest first, and whether more follow. */
export async function listJobs(
  context: Context,
  accountId: string,
  page: JobPage,
): Promise<{ readonly jobs: Job[]; readonly hasMore: boolean }> {
  const rows = await listJobRows(context.store.db, accountId, { ...page, limit: page.limit + 1 });
  return { jobs: rows.slice(0, page.limit).map(toJob), hasMore: rows.length > page.limit };
}
