import { AppError } from '../../base/errors.ts';
import { type MaybePromise, chainMaybe } from '../../base/maybe-promise.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  findJobRow,
  findShownJobRow,
  type JobPage,
  listJobRows,
} from '../store/statements/job-statements.ts';
import { requireRow } from './end.ts';
import { type Job, type ListedJob, type ShownJob, toJob, toListedJob, toShownJob } from './job.ts';
import { readThroughJobCache } from './job-cache.ts';

/** Reads a job of an account; throws `not_found` when it does not exist or belongs to another account. */
export async function readJob(
  context: ServiceContext,
  accountId: string,
  jobId: string,
): Promise<Job> {
  return toJob(await requireRow(context.store.db, accountId, jobId));
}

/** {@link readJob} for the status call, which is polled: only the fields of the resource. */
export function readShownJob(
  context: ServiceContext,
  accountId: string,
  jobId: string,
): MaybePromise<ShownJob> {
  const { store } = context;
  return readThroughJobCache(store, { accountId, jobId }, () =>
    chainMaybe(findShownJobRow(store.db, accountId, jobId), (row) => {
      if (row === null) {
        throw new AppError('not_found', 'There is no such job.');
      }
      return toShownJob(row);
    }),
  );
}

/** Which jobs to list; `before` is the id of the last one of the page before. */
export type ListRequest = Omit<JobPage, 'before'> & { readonly before?: string | undefined };

/**
 * Lists jobs of an account, live sessions included, newest first, and whether more follow. Throws
 * `invalid_input` when `before` is not a job of the account; a deleted job is still a valid cursor.
 */
export async function listJobs(
  { store: { db } }: ServiceContext,
  accountId: string,
  { before: beforeId, ...page }: ListRequest,
): Promise<{ readonly jobs: ListedJob[]; readonly hasMore: boolean }> {
  const before = beforeId === undefined ? undefined : await findJobRow(db, accountId, beforeId);
  if (before === null) {
    throw new AppError('invalid_input', '`before` must be the id of a job of this account.');
  }
  const rows = await listJobRows(db, accountId, { ...page, before, limit: page.limit + 1 });
  return { jobs: rows.slice(0, page.limit).map(toListedJob), hasMore: rows.length > page.limit };
}
