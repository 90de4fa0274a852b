import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { Log } from '../log/log.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import { isResultDeleted, toRemote } from './link-expiry.ts';

/** Dependencies for tracking results at services. */
export interface RemoteResultsOptions {
  readonly store: Pick<JobStore, 'readAll' | 'find'>;
  readonly runner: Pick<JobRunner, 'fetch'>;
  readonly openClient: (profileId: string) => Promise<Pick<ApiClient, 'readJob'>>;
  /** Server of a profile as it is now; null when there is no such profile. */
  readonly findOrigin: (profileId: string) => string | null;
  /** Returns whether results are downloaded automatically. */
  readonly isWanted: () => boolean;
  /** Changes a job and shows that. */
  readonly change: (id: string, patch: Pick<JobEntry, 'remote'>) => void;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Interval at which services are asked for their results. */
const everyMs = 30 * 60_000;
/** Most jobs that are asked about at a time: a plan may allow one request a second for everything. */
const maxAtATime = 20;

/** Returns whether the service of a job had its result; only the service knows whether the result is still there. */
function hasRunAtService({ jobId, state, remote }: JobEntry): boolean {
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
  /** Current check and queued ones: two at a time would fetch everything twice. */
  #kept: Promise<void> = Promise.resolve();
  #round = 0;
  /** Round in which a job was asked about last. */
  readonly #requestRounds = new Map<string, number>();

  constructor(options: RemoteResultsOptions) {
    this.#options = options;
    this.#wasWanted = options.isWanted();
  }

  /** Returns whether the result of a job can be requested from its service, even if it was gone before. */
  mayFetch(job: JobEntry): boolean {
    const current = this.#options.findOrigin(job.profileId);
    const isReachable = current !== null && (job.origin === null || job.origin === current);
    return hasRunAtService(job) && isReachable;
  }

  /** Downloads a result again. Throws `not_found` when it no longer exists. */
  fetch(id: string): void {
    const job = this.#options.store.find(id);
    if (job === null || !isTerminalState(job.state) || !this.mayFetch(job)) {
      throw new AppError('not_found', 'There is no result of this job at a service.');
    }
    this.#options.runner.fetch(id);
  }

  /** Checks the results at services now, and again periodically. Never rejects. */
  keep(): Promise<void> {
    this.#kept = this.#kept.then(() => this.#keepOnce());
    return this.#kept;
  }

  /** Fetches what waits when the user begins to want that. */
  setWanted(isWanted: boolean): void {
    if (isWanted && !this.#wasWanted) {
      void this.keep();
    }
    this.#wasWanted = isWanted;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #keepOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#round += 1;
    try {
      const jobs = await this.#options.store.readAll();
      const missing = this.#toOrdered(jobs.filter((job) => this.#isMissing(job)));
      for (const { id } of missing.slice(0, maxAtATime)) {
        this.#requestRounds.set(id, this.#round);
        await this.#look(id);
      }
    } catch (error) {
      this.#options.log('warn', 'jobs.results_not_kept', { error });
    } finally {
      if (!this.#isStopped) {
        this.#timer = setTimeout(() => void this.keep(), everyMs).unref();
      }
    }
  }

  /** Sorts by the number of checks, so that no job waits forever; then by expiry. */
  #toOrdered(jobs: readonly JobEntry[]): readonly JobEntry[] {
    const rounds = (job: JobEntry): number => this.#requestRounds.get(job.id) ?? 0;
    const ends = (job: JobEntry): number => job.remote?.expiresAtMs ?? Number.MAX_SAFE_INTEGER;
    return jobs.toSorted(
      (a, b) =>
        rounds(a) - rounds(b) ||
        Number(a.isLeftAtService) - Number(b.isLeftAtService) ||
        ends(a) - ends(b) ||
        a.createdAtMs - b.createdAtMs,
    );
  }

  #isMissing(job: JobEntry): boolean {
    const isHere = job.result !== null || job.profileId === embeddedProfileId;
    return !isHere && job.remote?.isGone !== true && this.mayFetch(job);
  }

  /** Current state of the job; null when nothing is left to do for it. */
  #findMissing(id: string): JobEntry | null {
    const job = this.#isStopped ? null : this.#options.store.find(id);
    return job !== null && this.#isMissing(job) ? job : null;
  }

  async #look(id: string): Promise<void> {
    const before = this.#findMissing(id);
    const remote = before === null ? null : await this.#ask(before);
    const job = this.#findMissing(id);
    if (remote === null || job === null) {
      return;
    }
    if (!isDeepStrictEqual(job.remote, remote)) {
      this.#options.change(id, { remote });
    }
    if (this.#options.isWanted() && !remote.isGone && !job.isLeftAtService) {
      this.#options.runner.fetch(id, true);
    }
  }

  /** Asks the service for a job's result; null when it does not answer. */
  async #ask({ id, profileId, jobId }: JobEntry): Promise<JobEntry['remote']> {
    const { openClient, log, nowMs } = this.#options;
    try {
      const client = await openClient(profileId);
      return toRemote(await client.readJob({ params: { job_id: jobId ?? '' } }), nowMs());
    } catch (error) {
      if (isResultDeleted(error)) {
        return { expiresAtMs: null, isGone: true };
      }
      log('info', 'jobs.result_not_seen', { id, error });
      return null;
    }
  }
}
