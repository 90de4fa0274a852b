import { AppError, toWireError } from '../../base/errors.ts';
import { isOver, type LocalJobState } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { Log } from '../log/log.ts';
import type { JobEntry } from './job-store.ts';
import { JobSteps, type JobStepsOptions, type Motion } from './job-steps.ts';

/** What the runner works with. */
export interface JobRunnerOptions extends JobStepsOptions {
  /** Whether a job may be sent without being asked for again: this app wrote it, for where it goes now. */
  readonly maySend: (entry: JobEntry) => Promise<boolean>;
  readonly onChange: (entry: JobEntry, motion: Motion) => void;
  readonly onUnavailable: (entry: JobEntry) => void;
  readonly log: Log;
  readonly nowMs: () => number;
}

const still: Motion = { transferFraction: null, progress: null };

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
 * Brings jobs from their inputs to a result on this computer. Every step leaves its outcome in the book before the
 * next begins, so a job that was interrupted goes on with the step that was under way.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #runs = new Map<string, Run>();
  readonly #steps: JobSteps;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#steps = new JobSteps(options, {
      change: (id, patch) => this.#change(id, patch),
      enter: (id, state) => this.#enter(id, state),
      move: (id, motion) => this.#move(id, motion),
      end: (id, patch) => this.#end(id, patch),
    });
  }

  /** Goes on with a job from where it is. A job that already runs goes on as it does. */
  run(id: string): void {
    if (!this.#runs.has(id) && !isOver(this.#options.store.require(id).state)) {
      const run: Run = {
        abort: new AbortController(),
        cancel: new AbortController(),
        motion: still,
        isAbandoned: false,
        done: Promise.withResolvers(),
      };
      this.#runs.set(id, run);
      this.#start(id, run).catch((error: unknown) => {
        this.#options.log('error', 'job.not_followed', { id, error });
      });
    }
  }

  async cancel(id: string): Promise<void> {
    const { jobId, profileId } = this.#options.store.require(id);
    const run = this.#runs.get(id);
    if (jobId === null && run === undefined) {
      this.#end(id, { state: 'canceled', costUsd: 0, error: null });
    } else if (jobId === null) {
      run?.cancel.abort();
    } else {
      await this.#steps.giveUp(profileId, jobId);
    }
  }

  /**
   * Stops what is done for a job that is about to be deleted, without a word to its service; resolves once nothing
   * more is sent for it, and what was submitted has its id.
   */
  async abandon(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (run !== undefined) {
      run.isAbandoned = true;
      const entry = this.#options.store.find(id);
      if (entry?.jobId !== null) {
        run.abort.abort();
      } else if (entry.profileId !== embeddedProfileId) {
        // A file that goes far may take long. One that is cut off on this computer could arrive after its deletion.
        run.cancel.abort();
      }
      await run.done.promise;
    }
  }

  motionOf(id: string): Motion {
    return this.#runs.get(id)?.motion ?? still;
  }

  /** Lets go of all jobs without ending them: the next start goes on with them. */
  stop(): void {
    for (const { abort } of this.#runs.values()) {
      abort.abort();
    }
  }

  async #start(id: string, run: Run): Promise<void> {
    try {
      await this.#work(id, run);
    } catch (error) {
      this.#failed(id, run, error);
    } finally {
      this.#runs.delete(id);
      run.done.resolve();
    }
  }

  async #work(id: string, run: Run): Promise<void> {
    const { signal } = run.abort;
    const entry = this.#options.store.require(id);
    if (entry.jobId === null && !(await this.#options.maySend(entry))) {
      this.#enter(id, 'unconfirmed');
      return;
    }
    const jobId = await this.#requireJobId(id, run);
    if (isAbandoned(run)) {
      return;
    }
    const job = await this.#steps.follow(id, jobId, signal);
    if (job.status === 'canceled') {
      this.#end(id, { state: 'canceled', costUsd: job.credits_charged, error: null });
    } else {
      await this.#steps.collect(id, job, signal);
    }
  }

  async #requireJobId(id: string, run: Run): Promise<string> {
    const { abort, cancel } = run;
    const { store } = this.#options;
    const known = store.require(id).jobId;
    if (known !== null) {
      return known;
    }
    await this.#steps.send(id, AbortSignal.any([abort.signal, cancel.signal]));
    if (isAbandoned(run)) {
      cancel.abort();
      throw new AppError('cancelled', 'The job is being deleted.');
    }
    const jobId = await this.#steps.submit(id, abort.signal);
    if (cancel.signal.aborted && !isAbandoned(run)) {
      await this.#steps.giveUp(store.require(id).profileId, jobId);
    }
    return jobId;
  }

  #failed(id: string, run: Run, error: unknown): void {
    const entry = this.#options.store.find(id);
    if (entry === null) {
      return;
    }
    if (run.cancel.signal.aborted && entry.jobId === null) {
      this.#end(id, { state: 'canceled', costUsd: 0, error: null });
    } else if (!run.abort.signal.aborted) {
      if (!(error instanceof AppError)) {
        this.#options.log('error', 'job.failed', { id, error });
      }
      const wire = toWireError(error);
      this.#end(id, { state: 'failed', error: wire, costUsd: entry.costUsd ?? 0 });
      if (wire.code === 'capability_unavailable') {
        this.#options.onUnavailable(entry);
      }
    }
  }

  #change(id: string, patch: Partial<JobEntry>): JobEntry {
    const entry = this.#options.store.change(id, patch);
    if (entry === null) {
      throw new AppError('cancelled', 'The job was taken out of the list.');
    }
    this.#options.onChange(entry, this.motionOf(id));
    return entry;
  }

  #enter(id: string, state: LocalJobState): JobEntry {
    const entry = this.#options.store.require(id);
    return entry.state === state ? entry : this.#change(id, { state });
  }

  #move(id: string, motion: Partial<Motion>): void {
    const run = this.#runs.get(id);
    const entry = this.#options.store.find(id);
    if (run !== undefined && entry !== null) {
      run.motion = { ...run.motion, ...motion };
      this.#options.onChange(entry, run.motion);
    }
  }

  #end(id: string, patch: Partial<JobEntry>): void {
    const run = this.#runs.get(id);
    if (run !== undefined) {
      run.motion = still;
    }
    this.#change(id, { ...patch, endedAtMs: this.#options.nowMs() });
  }
}
