import { AppError, toWireError } from '../../base/errors.ts';
import { isOver, type LocalJobState } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { Log } from '../log/log.ts';
import type { JobEntry } from './job-book.ts';
import { createJobSteps, type JobStepsOptions, type Motion } from './job-steps.ts';

/** What the runner works with. */
export interface JobRunnerOptions extends JobStepsOptions {
  /** Whether a job may be sent without being asked for again: this app wrote it, for where it goes now. */
  readonly maySend: (entry: JobEntry) => Promise<boolean>;
  readonly onChange: (entry: JobEntry, motion: Motion) => void;
  readonly onUnavailable: (entry: JobEntry) => void;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Brings jobs from their inputs to a result on this computer. */
export interface JobRunner {
  /** Goes on with a job from where it is. A job that already runs goes on as it does. */
  readonly run: (id: string) => void;
  readonly cancel: (id: string) => Promise<void>;
  readonly motionOf: (id: string) => Motion;
  /**
   * Stops what is done for a job that is about to be deleted, without a word to its service; resolves once nothing
   * more is sent for it, and what was submitted has its id.
   */
  readonly abandon: (id: string) => Promise<void>;
  /** Lets go of all jobs without ending them: the next start goes on with them. */
  readonly stop: () => void;
}

const still: Motion = { transferShare: null, progress: null };

interface Run {
  /** The app lets go of the job. */
  readonly abort: AbortController;
  /** The user gave the job up. It ends an upload, but never a submit: that one may have reached the service. */
  readonly cancel: AbortController;
  motion: Motion;
  /** Nobody wants to know how the job goes on. */
  isAbandoned: boolean;
  readonly done: PromiseWithResolvers<void>;
}

/** Asked anew after every wait. */
function isAbandoned(run: Run): boolean {
  return run.isAbandoned;
}

/**
 * Makes a runner without jobs. Every step leaves its outcome in the book before the next begins, so a job
 * that was interrupted goes on with the step that was under way.
 */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { book, log } = options;
  const runs = new Map<string, Run>();

  const change = (id: string, patch: Partial<JobEntry>): JobEntry => {
    const entry = book.change(id, patch);
    if (entry === null) {
      throw new AppError('cancelled', 'The job was taken out of the list.');
    }
    options.onChange(entry, runs.get(id)?.motion ?? still);
    return entry;
  };

  const enter = (id: string, state: LocalJobState): JobEntry =>
    book.require(id).state === state ? book.require(id) : change(id, { state });

  const move = (id: string, motion: Partial<Motion>): void => {
    const run = runs.get(id);
    const entry = book.find(id);
    if (run !== undefined && entry !== null) {
      run.motion = { ...run.motion, ...motion };
      options.onChange(entry, run.motion);
    }
  };

  const end = (id: string, patch: Partial<JobEntry>): void => {
    const run = runs.get(id);
    if (run !== undefined) {
      run.motion = still;
    }
    change(id, { ...patch, endedAtMs: options.nowMs() });
  };

  const steps = createJobSteps(options, { change, enter, move, end });

  async function requireJobId(id: string, run: Run): Promise<string> {
    const { abort, cancel } = run;
    const known = book.require(id).jobId;
    if (known !== null) {
      return known;
    }
    await steps.send(id, AbortSignal.any([abort.signal, cancel.signal]));
    if (isAbandoned(run)) {
      cancel.abort();
      throw new AppError('cancelled', 'The job is being deleted.');
    }
    const jobId = await steps.submit(id, abort.signal);
    if (cancel.signal.aborted && !isAbandoned(run)) {
      await steps.giveUp(book.require(id).profileId, jobId);
    }
    return jobId;
  }

  async function work(id: string, run: Run): Promise<void> {
    const { signal } = run.abort;
    const entry = book.require(id);
    if (entry.jobId === null && !(await options.maySend(entry))) {
      enter(id, 'unconfirmed');
      return;
    }
    const jobId = await requireJobId(id, run);
    if (isAbandoned(run)) {
      return;
    }
    const job = await steps.follow(id, jobId, signal);
    if (job.status === 'canceled') {
      end(id, { state: 'canceled', costUsd: job.credits_charged, error: null });
    } else {
      await steps.collect(id, job, signal);
    }
  }

  async function start(id: string, run: Run): Promise<void> {
    try {
      await work(id, run);
    } catch (error) {
      const entry = book.find(id);
      if (entry === null) {
        return;
      }
      if (run.cancel.signal.aborted && entry.jobId === null) {
        end(id, { state: 'canceled', costUsd: 0, error: null });
      } else if (!run.abort.signal.aborted) {
        if (!(error instanceof AppError)) {
          log('error', 'job.failed', { id, error });
        }
        const wire = toWireError(error);
        end(id, { state: 'failed', error: wire, costUsd: entry.costUsd ?? 0 });
        if (wire.code === 'capability_unavailable') {
          options.onUnavailable(entry);
        }
      }
    } finally {
      runs.delete(id);
      run.done.resolve();
    }
  }

  return {
    run: (id) => {
      if (!runs.has(id) && !isOver(book.require(id).state)) {
        const run: Run = {
          abort: new AbortController(),
          cancel: new AbortController(),
          motion: still,
          isAbandoned: false,
          done: Promise.withResolvers(),
        };
        runs.set(id, run);
        start(id, run).catch((error: unknown) => {
          log('error', 'job.not_followed', { id, error });
        });
      }
    },
    cancel: async (id) => {
      const { jobId, profileId } = book.require(id);
      const run = runs.get(id);
      if (jobId === null && run === undefined) {
        end(id, { state: 'canceled', costUsd: 0, error: null });
      } else if (jobId === null) {
        run?.cancel.abort();
      } else {
        await steps.giveUp(profileId, jobId);
      }
    },
    abandon: async (id) => {
      const run = runs.get(id);
      if (run !== undefined) {
        const entry = book.find(id);
        run.isAbandoned = true;
        if (entry?.jobId !== null) {
          run.abort.abort();
        } else if (entry.profileId !== embeddedProfileId) {
          // A file that goes far may take long. One that is cut off on this computer could arrive after its deletion.
          run.cancel.abort();
        }
        await run.done.promise;
      }
    },
    motionOf: (id) => runs.get(id)?.motion ?? still,
    stop: () => {
      for (const { abort } of runs.values()) {
        abort.abort();
      }
    },
  };
}
