import { AppError, toWireError } from '../../base/errors.ts';
import { isTerminalState, type LocalJobState } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { ReceivedJob } from '../../contract/api/resources/job.ts';
import type { Log } from '../log/log.ts';
import type { JobEntry } from './job-store.ts';
import { isResultDeleted } from './link-expiry.ts';
import type { Corrections } from './job-stages.ts';
import { isTransientError } from './resend.ts';
import { JobSteps, type JobStepsOptions, type TransientProgress } from './job-steps.ts';

/** Dependencies of the runner. */
export interface JobRunnerOptions extends JobStepsOptions {
  /** Returns whether a job may be sent without confirmation: this app wrote it, for its current destination. */
  readonly canSend: (entry: JobEntry) => Promise<boolean>;
  readonly onChange: (entry: JobEntry, motion: TransientProgress) => void;
  readonly onUnavailable: (entry: JobEntry) => void;
  /** Decides when a job that could not be sent is sent again; null when that has no use. */
  readonly findRetryAtMs: (entry: JobEntry, error: unknown) => number | null;
  /** Called when a job changed its state, or is no longer being worked on. */
  readonly onStep: (entry: JobEntry | null) => void;
  readonly log: Log;
}

/** Delay before a failed download of a result is retried. */
const collectAgainMs = 10_000;

const still: TransientProgress = { transferFraction: null, progress: null };

interface Run {
  /** Detaches the app from the job. */
  readonly abort: AbortController;
  /** The user gave the job up. It ends an upload, but never a submit: that one may have reached the service. */
  readonly cancel: AbortController;
  motion: TransientProgress;
  /** True when the job is being deleted, so that its outcome does not matter. */
  isAbandoned: boolean;
  readonly done: PromiseWithResolvers<void>;
}

/** A function, because it has to be evaluated again after every wait. */
function isAbandoned(run: Run): boolean {
  return run.isAbandoned;
}

/**
 * Carries jobs from their inputs to a local result. Every step stores its outcome before the next begins, so
 * that an interrupted job resumes at its current step.
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

  /** Continues a job at its current step. A job that already runs is not affected. */
  run(id: string): void {
    if (!this.#runs.has(id) && !isTerminalState(this.#options.store.require(id).state)) {
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

  /**
   * Downloads the result of a finished job again; a failure leaves the job as it ended. `isQuiet` when the user
   * did not request it.
   */
  fetch(id: string, isQuiet = false): void {
    const { state, error } = this.#options.store.require(id);
    if (state === 'succeeded' || state === 'failed') {
      // During the download, the error shows why the service is silent.
      const before = { fetchedFrom: state, errorBefore: error };
      this.#change(id, { state: 'collecting', ...before, isQuiet, error: null });
      this.run(id);
    }
  }

  /** Returns whether a job is being worked on. */
  isRunning(id: string): boolean {
    return this.#runs.has(id);
  }

  /**
   * Cancels a job. A job that its service may already have is canceled there first, as soon as the service can be reached,
   * also after a restart; it ends when the service confirms.
   */
  async cancel(id: string): Promise<void> {
    const entry = this.#options.store.require(id);
    const run = this.#runs.get(id);
    const { jobId, profileId, state, submittedAtMs } = entry;
    if (isTerminalState(state)) {
      return;
    }
    if (entry.fetchedFrom !== null && run === undefined) {
      this.#endFetch(entry, entry.fetchedFrom, null);
      return;
    }
    const isKnownThere = jobId !== null || submittedAtMs !== null;
    if (
      state === 'unconfirmed' ||
      (run === undefined && (!isKnownThere || state === 'collecting'))
    ) {
      this.#end(id, { state: 'canceled', costUsd: entry.costUsd ?? 0, error: null });
      return;
    }
    this.#change(id, { isCanceling: true });
    if (state === 'collecting' || jobId === null) {
      run?.cancel.abort();
    } else {
      await this.#askToStop(id, profileId, jobId);
    }
    this.run(id);
  }

  /** A refusal that passes is asked again while the job is followed. */
  async #askToStop(id: string, profileId: string, jobId: string): Promise<void> {
    try {
      await this.#steps.giveUp(profileId, jobId);
    } catch (error) {
      if (!(error instanceof AppError) || !error.isRetryable) {
        this.#change(id, { isCanceling: false });
        throw error;
      }
    }
  }

  /**
   * Advances a parked job to its next stage. Throws `invalid_input` for any other, and the errors of its
   * service.
   */
  advance(id: string, corrections: Corrections): Promise<void> {
    return this.#steps.advance(id, corrections);
  }

  /**
   * Stops the work on a job that is about to be deleted, without notifying its service; resolves when nothing
   * more is sent for it, and a submitted job has its id.
   */
  async abandon(id: string): Promise<void> {
    const entry = this.#options.store.find(id);
    if (entry !== null && !isTerminalState(entry.state) && !this.#runs.has(id)) {
      if (entry.jobId !== null || entry.submittedAtMs === null) {
        this.#end(id, { state: 'canceled', error: null });
        return;
      }
      this.run(id);
    }
    const run = this.#runs.get(id);
    if (run !== undefined) {
      run.isAbandoned = true;
      if (entry?.jobId !== null) {
        run.abort.abort();
      } else if (entry.profileId !== embeddedProfileId) {
        // A transfer to a remote service may take long, so it is aborted. An aborted transfer on this computer
        // could still arrive after its deletion.
        run.cancel.abort();
      }
      await run.done.promise;
    }
  }

  motionOf(id: string): TransientProgress {
    return this.#runs.get(id)?.motion ?? still;
  }

  /** Detaches from all jobs without ending them: the next start continues. */
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
      this.#options.onStep(this.#options.store.find(id));
    }
  }

  async #work(id: string, run: Run): Promise<void> {
    const { signal } = run.abort;
    const entry = this.#options.store.require(id);
    if (entry.jobId === null && !(await this.#options.canSend(entry))) {
      this.#enter(id, 'unconfirmed');
      return;
    }
    if (entry.jobId === null) {
      const startedAtMs = entry.startedAtMs ?? this.#options.nowMs();
      this.#change(id, { state: 'sending', error: null, retryAtMs: null, startedAtMs });
    }
    const jobId = await this.#requireJobId(id, run);
    // Each reply names the result by a URL that is valid for a while.
    while (!isAbandoned(run)) {
      const job = await this.#steps.waitForEnd(id, jobId, signal);
      if (job.status === 'canceled') {
        this.#end(id, { state: 'canceled', costUsd: job.credits_charged, error: null });
        return;
      }
      if (await this.#collect(id, job, AbortSignal.any([signal, run.cancel.signal]))) {
        return;
      }
    }
  }

  /** Downloads the result; returns false when a retry is due. Throws the failure of the job itself. */
  async #collect(id: string, job: ReceivedJob, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#steps.collect(id, job, signal);
      return true;
    } catch (error) {
      if (job.status !== 'succeeded' || signal.aborted || !isTransientError(error)) {
        throw error;
      }
      this.#change(id, { error: toWireError(error) });
      await this.#options.sleep(collectAgainMs, signal);
      return false;
    }
  }

  async #requireJobId(id: string, run: Run): Promise<string> {
    const { abort, cancel } = run;
    const { store } = this.#options;
    const known = store.require(id).jobId;
    if (known !== null) {
      return known;
    }
    // A submit with unknown outcome is repeated under its key: only the reply has the id of the job.
    if (store.require(id).submittedAtMs === null) {
      await this.#steps.send(id, AbortSignal.any([abort.signal, cancel.signal]));
      if (isAbandoned(run) || store.require(id).isCanceling) {
        cancel.abort();
        throw new AppError('cancelled', 'The job was given up.');
      }
    }
    const jobId = await this.#submit(id, run);
    const { isCanceling, profileId } = store.require(id);
    if (isCanceling && !isAbandoned(run)) {
      await this.#askToStop(id, profileId, jobId);
    }
    return jobId;
  }

  async #submit(id: string, { abort, cancel }: Run): Promise<string> {
    try {
      return await this.#steps.submit(id, abort.signal);
    } catch (error) {
      if (!this.#steps.isOfShared(id, error)) {
        throw error;
      }
      await this.#steps.send(id, AbortSignal.any([abort.signal, cancel.signal]), true);
      return this.#steps.submit(id, abort.signal);
    }
  }

  #failed(id: string, run: Run, error: unknown): void {
    const entry = this.#options.store.find(id);
    if (entry === null || run.abort.signal.aborted) {
      return;
    }
    if (entry.fetchedFrom !== null) {
      this.#endFetch(entry, entry.fetchedFrom, run.cancel.signal.aborted ? null : error);
      return;
    }
    const isUnsent = entry.jobId === null && entry.submittedAtMs === null;
    const isGivenUp = entry.isCanceling || run.cancel.signal.aborted || run.isAbandoned;
    if (isGivenUp && (isUnsent || entry.state === 'collecting')) {
      this.#end(id, { state: 'canceled', costUsd: entry.costUsd ?? 0, error: null });
      return;
    }
    const retryAtMs = entry.jobId === null ? this.#options.findRetryAtMs(entry, error) : null;
    if (retryAtMs !== null) {
      run.motion = still;
      this.#change(id, { state: 'waiting', error: toWireError(error), retryAtMs });
      return;
    }
    if (!(error instanceof AppError)) {
      this.#options.log('error', 'job.failed', { id, error });
    }
    const wire = toWireError(error);
    this.#end(id, { state: 'failed', error: wire, costUsd: entry.costUsd ?? 0 });
    if (wire.code === 'capability_unavailable') {
      this.#options.onUnavailable(entry);
    }
  }

  /** Ends a failed download. Only the state of the job's result at the service changes. */
  #endFetch(entry: JobEntry, state: 'succeeded' | 'failed', error: unknown): void {
    const isGone = isResultDeleted(error);
    this.#end(entry.id, {
      state,
      error: error === null ? entry.errorBefore : toWireError(error),
      remote: isGone ? { expiresAtMs: null, isGone } : entry.remote,
      // Transient failures were waited out: an automatic retry would end the same way.
      isLeftAtService: true,
    });
  }

  #change(id: string, patch: Partial<JobEntry>): JobEntry {
    const entry = this.#options.store.change(id, patch);
    if (entry === null) {
      throw new AppError('cancelled', 'The job was taken out of the list.');
    }
    this.#options.onChange(entry, this.motionOf(id));
    if (patch.state !== undefined) {
      this.#options.onStep(entry);
    }
    return entry;
  }

  #enter(id: string, state: LocalJobState): JobEntry {
    const entry = this.#options.store.require(id);
    return entry.state === state ? entry : this.#change(id, { state });
  }

  #move(id: string, motion: Partial<TransientProgress>): void {
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
    const entry = this.#options.store.find(id);
    const isEarlier = entry !== null && entry.fetchedFrom !== null;
    const endedAtMs = isEarlier ? entry.endedAtMs : this.#options.nowMs();
    const settled = { isCanceling: false, retryAtMs: null, isQuiet: false, parkedAtMs: null };
    const fetched = { fetchedFrom: null, errorBefore: null };
    this.#change(id, { ...patch, endedAtMs, ...settled, ...fetched, stills: [] });
    if (entry !== null && entry.stills.length > 0) {
      this.#steps.removeStills(entry).catch((error: unknown) => {
        this.#options.log('warn', 'job.stills_not_removed', { id, error });
      });
    }
  }
}
