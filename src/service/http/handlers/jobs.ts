import { chainMaybe } from '../../../base/maybe-promise.ts';
import type { Job as JobBody } from '../../../contract/api/resources/job.ts';
import type { ShownJob } from '../../jobs/job.ts';
import type { AdvanceStep } from '../../jobs/machine.ts';
import type { Handlers } from '../call.ts';
import { describeJob, describeListed } from '../describe-job.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { toInput } from './input.ts';

type JobHandlers = Pick<
  Handlers,
  'readJob' | 'listJobs' | 'cancelJob' | 'deleteJob' | 'advanceIdentitySwap'
>;

/** Reading, cancelling and advancing jobs. */
export function createJobHandlers({
  core,
  links,
}: Pick<HandlerDependencies, 'core' | 'links'>): JobHandlers {
  const polled = new WeakMap<ShownJob, JobBody>();

  /** Returns the same object while job and links are unchanged, so that it is serialised only once. */
  function describePolled(job: ShownJob, host: string | undefined): JobBody {
    const body = describeJob(job, links, host);
    const last = polled.get(job);
    if (last?.output_url === body.output_url && last.preview_url === body.preview_url) {
      return last;
    }
    polled.set(job, body);
    return body;
  }

  return {
    readJob({ params }, { caller, source }) {
      const { host } = source.headers;
      return chainMaybe(core.readShownJob(caller.accountId, params.job_id), (job) =>
        describePolled(job, host),
      );
    },

    async listJobs({ query }, { caller }) {
      const { status, limit, offset, before } = query;
      const { jobs, hasMore } = await core.listJobs(caller.accountId, {
        status,
        limit,
        offset,
        before,
      });
      return { jobs: jobs.map(describeListed), limit, offset, has_more: hasMore };
    },

    async cancelJob({ params }, { caller, source }) {
      const job = await core.cancelJob(caller.accountId, params.job_id);
      return describeJob(job, links, source.headers.host);
    },

    async deleteJob({ params }, { caller }) {
      await core.deleteJob(caller.accountId, params.job_id);
      return null;
    },

    async advanceIdentitySwap({ params, body, idempotencyKey }, { caller, source }) {
      const { stage, ...changes } = body;
      const job = await core.advanceJob({
        accountId: caller.accountId,
        jobId: params.id,
        step: stage satisfies AdvanceStep,
        changes: toInput(changes),
        idempotencyKey,
      });
      return describeJob(job, links, source.headers.host);
    },
  };
}
