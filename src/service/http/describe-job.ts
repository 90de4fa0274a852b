import { toIsoTime } from '../../base/clock.ts';
import { toUsd } from '../../base/money.ts';
import type { Job as JobBody, JobPage, SubmittedJob } from '../../contract/api/resources/job.ts';
import type { Job, ShownJob } from '../jobs/job.ts';
import { API_PATH } from './call.ts';
import type { Links } from './parts.ts';

/** The job resource, as the status call and webhooks send it. */
export function describeJob(job: ShownJob, links: Pick<Links, 'toUrl'>): JobBody {
  return {
    id: job.id,
    status: job.status,
    output_url:
      job.status === 'succeeded' && job.outputKey !== null ? links.toUrl(job.outputKey) : null,
    credits_charged: toUsd(job.chargedMicros),
    error: job.error,
    ...(job.stage === null ? {} : { stage: job.stage }),
    ...(job.previewKey === null ? {} : { preview_url: links.toUrl(job.previewKey) }),
  };
}

/** Answer to a submit. */
export function describeSubmitted(job: Job): SubmittedJob {
  return { id: job.id, status: job.status, status_url: `${API_PATH}/jobs/${job.id}` };
}

/** A job in a list. */
export function describeListed(job: Job): JobPage['jobs'][number] {
  return {
    id: job.id,
    status: job.status,
    feature: job.feature,
    endpoint: job.endpoint,
    created_at: toIsoTime(job.createdAtMs),
    credits_charged: toUsd(job.chargedMicros),
  };
}
