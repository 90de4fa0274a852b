import { type JobDetails, jobReportSchema } from '../../contract/job-details.ts';
import type { ServiceContext } from '../service-context.ts';
import { readJob } from './read.ts';

/**
 * Reads details of a job beyond the API: its progress while it runs in this process, and the report on its
 * result. Throws `not_found` when it does not exist or belongs to another account.
 */
export async function readJobDetails(
  context: ServiceContext,
  accountId: string,
  jobId: string,
): Promise<JobDetails> {
  const { status, report } = await readJob(context, accountId, jobId);
  return {
    progress: status === 'processing' ? context.running.find(jobId) : null,
    report: jobReportSchema.safeParse(report).data ?? null,
  };
}
