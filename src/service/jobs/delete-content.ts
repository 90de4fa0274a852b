import { AppError } from '../../base/errors.ts';
import { type DeletedContent, maxContents } from '../../contract/store-contents.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  listContentsOfJobs,
  listJobsOfContents,
  listUploadsOfContents,
} from '../store/statements/content-statements.ts';
import { deleteJob, deleteUpload } from './delete.ts';

/**
 * Deletes contents with every job of the account that read or made them, the results of those jobs, and the
 * jobs that read these in turn. Can be repeated after an interruption. Throws `invalid_input` while a job that
 * was submitted meanwhile reads an upload, and `at_capacity` when there is too much for one call.
 */
export async function deleteContent(
  context: ServiceContext,
  accountId: string,
  hashes: readonly string[],
): Promise<DeletedContent> {
  const { db } = context.store;
  const { contents, jobIds } = await findRelated(context, accountId, hashes);
  let jobs = 0;
  for (const jobId of jobIds) {
    jobs += await countDeleted(deleteJob(context, accountId, jobId));
  }
  let uploads = 0;
  for (const fileKey of await listUploadsOfContents(db, accountId, [...contents])) {
    uploads += await countDeleted(deleteUpload(context, accountId, fileKey));
  }
  return { jobs, uploads };
}

/** Finds everything that contains the contents, across any number of jobs. */
async function findRelated(
  { store: { db } }: ServiceContext,
  accountId: string,
  hashes: readonly string[],
): Promise<{ readonly contents: ReadonlySet<string>; readonly jobIds: ReadonlySet<string> }> {
  const contents = new Set(hashes);
  const jobIds = new Set<string>();
  let next = [...contents];
  while (next.length > 0) {
    const readers = await listJobsOfContents(db, accountId, next);
    const fresh = readers.filter((jobId) => !jobIds.has(jobId));
    fresh.forEach((jobId) => jobIds.add(jobId));
    const made = fresh.length === 0 ? [] : await listContentsOfJobs(db, fresh);
    next = made.filter((hash) => !contents.has(hash));
    next.forEach((hash) => contents.add(hash));
    if (contents.size > maxContents) {
      throw new AppError('at_capacity', `At most ${maxContents} contents are deleted at a time.`);
    }
  }
  return { contents, jobIds };
}

async function countDeleted(deletion: Promise<void>): Promise<number> {
  try {
    await deletion;
    return 1;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      return 0;
    }
    throw error;
  }
}
