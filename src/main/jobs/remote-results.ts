import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { isOver } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { Log } from '../log/log.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import { isGoneBy, toRemote } from './link-expiry.ts';

/** What results at services are kept track of with. */
export interface RemoteResultsOptions {
  readonly store: Pick<JobStore, 'readAll' | 'find'>;
  readonly runner: Pick<JobRunner, 'fetch'>;
  readonly openClient: (profileId: string) => Promise<Pick<ApiClient, 'readJob'>>;
  /** Server of a profile as it is now; null when there is no such profile. */
  readonly findOrigin: (profileId: string) => string | null;
  /** Whether results are to come to this computer by themselves. */
  readonly isWanted: () => boolean;
  /** Changes a job and shows that. */
  readonly change: (id: string, patch: Pick<JobEntry, 'remote'>) => void;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** How often services are asked what they still have. */
const everyMs = 30 * 60_000;
/** Most jobs that are asked about at a time, newest first: a plan may allow one request a second for everything. */
const mostAtATime = 20;

/** Whether the service of a job had its result; what it has now only the service can say. */
function wasAtService({ jobId, state, remote }: JobEntry): boolean {
  return jobId !== null && (state === 'succeeded' || (state === 'failed' && remote !== null));
}

/**
 * Results that are at their services alone: the user wanted it so, or they could not be collected when they were made.
 * Fetches them before they expire where that is wanted, else keeps how long they are there.
 */
export class RemoteResults {
  readonly #options: RemoteResultsOptions;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #wasWanted: boolean;

  constructor(options: RemoteResultsOptions) {
    this.#options = options;
    this.#wasWanted = options.isWanted();
  }

  /** Whether the result of a job can be asked for where it was made, also once it was gone there. */
  mayFetch(job: JobEntry): boolean {
    const current = this.#options.findOrigin(job.profileId);
    const isReachable = current !== null && (job.origin === null || job.origin === current);
    return wasAtService(job) && isReachable;
  }

  /** Brings a result here once more. Throws `not_found` where there is none any more. */
  fetch(id: string): void {
    const job = this.#options.store.find(id);
    if (job === null || !isOver(job.state) || !this.mayFetch(job)) {
      throw new AppError('not_found', 'There is no result of this job at a service.');
    }
    this.#options.runner.fetch(id);
  }

  /** Looks after what is at services now, and again from time to time. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    const jobs = await this.#options.store.readAll();
    const missing = jobs.filter(
      (job) =>
        job.result === null &&
        job.profileId !== embeddedProfileId &&
        job.remote?.isGone !== true &&
        this.mayFetch(job),
    );
    for (const job of missing.slice(0, mostAtATime)) {
      if (!this.#isStopped) {
        await this.#look(job);
      }
    }
    if (!this.#isStopped) {
      this.#timer = setTimeout(() => void this.keep(), everyMs).unref();
    }
  }

  /** Fetches what waits when the user begins to want that. */
  follow(isWanted: boolean): void {
    if (isWanted && !this.#wasWanted) {
      void this.keep();
    }
    this.#wasWanted = isWanted;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(job: JobEntry): Promise<void> {
    const { id, profileId, jobId } = job;
    const { isWanted, openClient, runner, log, nowMs } = this.#options;
    try {
      const client = await openClient(profileId);
      const answer = await client.readJob({ params: { job_id: jobId ?? '' } });
      const remote = toRemote(answer, nowMs());
      this.#note(job, remote);
      if (isWanted() && !remote.isGone) {
        runner.fetch(id);
      }
    } catch (error) {
      if (isGoneBy(error)) {
        this.#note(job, { expiresAtMs: null, isGone: true });
      } else {
        log('info', 'jobs.result_not_seen', { id, error });
      }
    }
  }

  #note({ id, remote: before }: JobEntry, remote: NonNullable<JobEntry['remote']>): void {
    if (!isDeepStrictEqual(before, remote)) {
      this.#options.change(id, { remote });
    }
  }
}
