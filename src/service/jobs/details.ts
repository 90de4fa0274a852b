import { type JobDetails, jobReportSchema } from '../../contract/job-details.ts';
import type { ServiceContext } from '../service-context.ts';
import { readJob } from './read.ts';

/**
 * What is known of a job beyond the API: how far it is while it runs in this process, and how its result
 * was made. `not_found` when there is none or it is another's.
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
