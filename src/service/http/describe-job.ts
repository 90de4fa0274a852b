import { toIsoTime } from '../../base/clock.ts';
import { toUsd } from '../../base/money.ts';
import type { Job as JobBody, JobPage, SubmittedJob } from '../../contract/api/resources/job.ts';
import type { Job, ListedJob, ShownJob } from '../jobs/job.ts';
import { API_PATH } from './call.ts';
import type { Links } from './handler-dependencies.ts';

/** The job resource, as the status call and webhooks send it; `host` is the Host header of a request. */
export function describeJob(job: ShownJob, links: Pick<Links, 'toUrl'>, host?: string): JobBody {
  return {
    id: job.id,
    status: job.status,
    output_url:
      job.status === 'succeeded' && job.outputKey !== null
        ? links.toUrl(job.outputKey, host)
        : null,
    credits_charged: toUsd(job.chargedMicros),
    error: job.error,
    notes: [...job.notes],
    ...(job.stage === null ? {} : describeStage(job, links, host)),
  };
}

/** Only a parked job has a stage that can be advanced. */
function describeStage(
  { status, stage, previewKey }: ShownJob,
  links: Pick<Links, 'toUrl'>,
  host: string | undefined,
): Pick<JobBody, 'stage' | 'preview_url'> {
  return status === 'processing'
    ? { stage, preview_url: previewKey === null ? null : links.toUrl(previewKey, host) }
    : { stage: null, preview_url: null };
}

/** Answer to a submit. */
export function describeSubmitted(job: Job): SubmittedJob {
  return { id: job.id, status: job.status, status_url: `${API_PATH}/jobs/${job.id}` };
}

/** A job in a list. */
export function describeListed(job: ListedJob): JobPage['jobs'][number] {
  return {
    id: job.id,
    status: job.status,
    feature: job.feature,
    endpoint: job.endpoint,
    created_at: toIsoTime(job.createdAtMs),
    credits_charged: toUsd(job.chargedMicros),
  };
}
