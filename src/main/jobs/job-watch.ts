import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { limits } from '../../contract/api/limits.ts';
import { isTerminal, type JobStatus, type ReceivedJob } from '../../contract/api/resources/job.ts';

/** Dependencies of watching jobs. */
export interface JobWatchOptions {
  readonly openClient: (profileId: string) => Promise<Pick<ApiClient, 'readJob' | 'listJobs'>>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Longest wait between two questions to a service. */
  readonly maxIntervalMs: (profileId: string) => number;
}

/** Waits for the end of a job. */
export interface JobWatcher {
  /** Called with every answer; without the job itself where only the list was asked. */
  readonly onStatus: (status: JobStatus, job: ReceivedJob | null) => void;
  /** True when the job has stages, which the list of jobs omits. */
  readonly hasStages: boolean;
  /** Called for every poll without a reply; the watch continues. */
  readonly onTrouble: (error: AppError) => void;
  readonly signal: AbortSignal;
}

type Waiting = JobWatcher & Pick<PromiseWithResolvers<ReceivedJob>, 'resolve' | 'reject'>;

interface Service {
  readonly watched: Map<string, Waiting>;
  /** Ends the pause between two questions. */
  wake: AbortController;
}

const firstIntervalMs = 400;
const troubleIntervalMs = 10_000;

/**
 * Polls each service for its jobs: with a single list request where there are several. Jobs that the list does
 * not cover are read separately: stages, finished jobs, and those after its first page.
 */
export class JobWatch {
  readonly #options: JobWatchOptions;
  readonly #services = new Map<string, Service>();
  /** Services that refused the list. */
  readonly #listless = new Set<string>();

  constructor(options: JobWatchOptions) {
    this.#options = options;
  }

  /** Resolves with the finished job; rejects when it can no longer be followed, or with the signal. */
  async waitForEnd(profileId: string, jobId: string, watcher: JobWatcher): Promise<ReceivedJob> {
    const { signal } = watcher;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedJob>();
    const known = this.#services.get(profileId);
    const service = known ?? { watched: new Map(), wake: new AbortController() };
    const own = { ...watcher, resolve, reject };
    const stop = (): void => {
      reject(signal.reason);
      service.wake.abort();
    };
    service.watched.set(jobId, own);
    signal.addEventListener('abort', stop);
    if (known === undefined) {
      this.#services.set(profileId, service);
      void this.#ask(profileId, service);
    } else {
      service.wake.abort();
    }
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', stop);
      if (service.watched.get(jobId) === own) {
        service.watched.delete(jobId);
      }
    }
  }

  /** Polls a service immediately, because something changed there. */
  wake(profileId: string): void {
    this.#services.get(profileId)?.wake.abort();
  }

  async #ask(profileId: string, service: Service): Promise<void> {
    const { sleep, maxIntervalMs } = this.#options;
    let intervalMs = firstIntervalMs;
    let before = '';
    while (service.watched.size > 0) {
      const seen = await this.#readOnce(profileId, service);
      const isNew = seen !== null && seen !== before;
      before = seen ?? before;
      intervalMs = isNew ? firstIntervalMs : Math.min(intervalMs * 1.5, maxIntervalMs(profileId));
      if (service.watched.size > 0) {
        service.wake = new AbortController();
        const pauseMs = seen === null ? troubleIntervalMs : intervalMs;
        await sleep(pauseMs, service.wake.signal).catch(() => undefined);
      }
    }
    // Later callers start a watch of their own.
    this.#services.delete(profileId);
  }

  /** All states in one text, null when the service did not answer. */
  async #readOnce(profileId: string, { watched }: Service): Promise<string | null> {
    try {
      return JSON.stringify(await this.#readAll(profileId, watched));
    } catch (error) {
      for (const [id, watcher] of watched) {
        if (error instanceof AppError && error.isRetryable) {
          watcher.onTrouble(error);
        } else {
          watched.delete(id);
          watcher.reject(error);
        }
      }
      return null;
    }
  }

  async #readAll(
    profileId: string,
    watched: Service['watched'],
  ): Promise<readonly (readonly string[])[]> {
    const client = await this.#options.openClient(profileId);
    const watchers = [...watched];
    const listed: ReadonlyMap<string, JobStatus> =
      watchers.length === 1 ? new Map() : await this.#list(profileId, client);
    const states: string[][] = [];
    for (const [id, watcher] of watchers) {
      const status = listed.get(id);
      if (status !== undefined && !isTerminal(status) && !watcher.hasStages) {
        watcher.onStatus(status, null);
        states.push([id, status]);
      } else if (!watcher.signal.aborted) {
        const job = await readOne(client, id, watcher);
        if (job === null || isTerminal(job.status)) {
          watched.delete(id);
        } else {
          states.push([id, job.status, job.stage ?? '']);
        }
      }
    }
    return states;
  }

  /** States of the newest jobs; none where the service has no list for us. */
  async #list(
    profileId: string,
    client: Pick<ApiClient, 'listJobs'>,
  ): Promise<ReadonlyMap<string, JobStatus>> {
    if (this.#listless.has(profileId)) {
      return new Map();
    }
    try {
      const { jobs } = await client.listJobs({ query: { limit: limits.jobsPage.max } });
      return new Map(jobs.map(({ id, status }) => [id, status]));
    } catch (error) {
      if (error instanceof AppError && !error.isRetryable) {
        this.#listless.add(profileId);
        return new Map();
      }
      throw error;
    }
  }
}

/** Reads a job for its watcher. A failure of this job ends only its own watch. */
async function readOne(
  client: Pick<ApiClient, 'readJob'>,
  id: string,
  watcher: Waiting,
): Promise<ReceivedJob | null> {
  try {
    const job = await client.readJob({ params: { job_id: id }, signal: watcher.signal });
    watcher.onStatus(job.status, job);
    if (isTerminal(job.status)) {
      watcher.resolve(job);
    }
    return job;
  } catch (error) {
    if (error instanceof AppError && error.isRetryable) {
      throw error;
    }
    watcher.reject(error);
    return null;
  }
}
