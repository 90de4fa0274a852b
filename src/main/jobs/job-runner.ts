import { AppError, toWireError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { download } from '../../client/download.ts';
import { requireSucceeded, waitForJob } from '../../client/wait.ts';
import type { ReceivedJob } from '../../contract/api/resources/job.ts';
import { isOver, type LocalJobState } from '../../contract/ipc/jobs.ts';
import type { JobDetails, JobProgress } from '../../contract/job-details.ts';
import type { Log } from '../log/log.ts';
import type { JobBook, JobEntry } from './job-book.ts';
import { readMediaKind } from './media-kind.ts';
import { findResultPath } from './result-path.ts';
import { submitJob } from './submits.ts';

/** What changes too often to be kept on disk. */
export interface Motion {
  readonly transferShare: number | null;
  readonly progress: JobProgress | null;
}

/** What the runner works with. */
export interface JobRunnerOptions {
  readonly book: JobBook;
  /** A client of a profile's service as it runs now. */
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** What the service tells of a job beyond its API; null for a remote one. */
  readonly readDetails: (profileId: string, jobId: string) => Promise<JobDetails | null>;
  readonly resultFolder: string;
  readonly onChange: (entry: JobEntry, motion: Motion) => void;
  readonly onUnavailable: (entry: JobEntry) => void;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
}

/** Brings jobs from their inputs to a result on this computer. */
export interface JobRunner {
  /** Goes on with a job from where it is. A job that already runs goes on as it does. */
  readonly run: (id: string) => void;
  readonly cancel: (id: string) => Promise<void>;
  readonly motionOf: (id: string) => Motion;
  /** Lets go of all jobs without ending them: the next start goes on with them. */
  readonly stop: () => void;
}

const still: Motion = { transferShare: null, progress: null };
const detailsEveryMs = 500;
const againAfterMs = 10_000;

interface Run {
  /** The app lets go of the job. */
  readonly abort: AbortController;
  /** The user gave the job up. It ends an upload, but never a submit: that one may have reached the service. */
  readonly cancel: AbortController;
  motion: Motion;
}

/**
 * Makes a runner without jobs. Every step leaves its outcome in the book before the next begins, so a job
 * that was interrupted goes on with the step that was under way.
 */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { book, openClient, log } = options;
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

  async function send(id: string, signal: AbortSignal): Promise<void> {
    const { profileId, inputs } = book.require(id);
    for (const input of inputs) {
      if (input.fileKey === null) {
        const client = await openClient(profileId);
        const tell = throttle((share: number) => move(id, { transferShare: share }));
        const { file_key: fileKey } = await client.uploadFile({
          file: { path: input.path },
          signal,
          onProgress: ({ doneBytes, totalBytes }) => tell(doneBytes / (totalBytes ?? Infinity)),
        });
        const sent = book
          .require(id)
          .inputs.map((other) => (other.field === input.field ? { ...other, fileKey } : other));
        change(id, { inputs: sent });
      }
    }
    move(id, { transferShare: null });
  }

  async function submit(id: string, signal: AbortSignal): Promise<string> {
    const entry = book.require(id);
    const files = entry.inputs.map(({ field, fileKey }) => [field, fileKey]);
    const body = { ...entry.options, ...Object.fromEntries(files) };
    const client = await openClient(entry.profileId);
    const submitted = await submitJob(
      client,
      { feature: entry.feature, body },
      { idempotencyKey: entry.idempotencyKey, signal },
    );
    change(id, { jobId: submitted.id, state: 'queued' });
    return submitted.id;
  }

  /** Follows the job at its service; while that is out of reach, the job says so and goes on later. */
  async function follow(id: string, jobId: string, signal: AbortSignal): Promise<ReceivedJob> {
    const { profileId } = book.require(id);
    const onChange = ({ status }: ReceivedJob): void => {
      if (book.require(id).error !== null) {
        change(id, { error: null });
      }
      if (status === 'queued' || status === 'processing') {
        enter(id, status);
      }
    };
    for (;;) {
      try {
        return await waitForJob(
          { readJob: async (call) => (await openClient(profileId)).readJob(call) },
          jobId,
          { onChange, signal, maxIntervalMs: 2_000 },
        );
      } catch (error) {
        if (!(error instanceof AppError) || !error.isRetryable) {
          throw error;
        }
        change(id, { error: toWireError(error) });
        await options.sleep(againAfterMs, signal);
      }
    }
  }

  /** Tells how far the work is until the signal ends it. */
  async function watch(id: string, jobId: string, signal: AbortSignal): Promise<void> {
    const { profileId } = book.require(id);
    while (!signal.aborted) {
      const details = await options.readDetails(profileId, jobId);
      if (signal.aborted) {
        return;
      }
      if (details?.progress !== undefined) {
        move(id, { progress: details.progress });
      }
      await options.sleep(detailsEveryMs, signal).catch(() => undefined);
    }
  }

  async function followAndWatch(id: string, jobId: string, signal: AbortSignal) {
    const over = new AbortController();
    const watching = watch(id, jobId, AbortSignal.any([over.signal, signal]));
    try {
      return await follow(id, jobId, signal);
    } finally {
      over.abort();
      await watching;
      move(id, { progress: null });
    }
  }

  async function collect(id: string, job: ReceivedJob, signal: AbortSignal): Promise<void> {
    const { inputs, options: settings, feature, profileId } = enter(id, 'collecting');
    const url = requireSucceeded(job);
    const path = findResultPath(options.resultFolder, {
      inputPath: inputs[0]?.path ?? null,
      script: typeof settings['script'] === 'string' ? settings['script'] : null,
      feature,
      url,
    });
    const tell = throttle((share: number) => move(id, { transferShare: share }));
    const { sizeBytes } = await download({
      url,
      toPath: path,
      signal,
      onProgress: ({ doneBytes, totalBytes }) => tell(doneBytes / (totalBytes ?? Infinity)),
    });
    const kind = await readMediaKind(path);
    if (kind === null) {
      throw new AppError('bad_reply', 'The result is neither a picture nor a sound nor a video.');
    }
    const details = await options.readDetails(profileId, job.id);
    end(id, {
      state: 'succeeded',
      error: null,
      costUsd: job.credits_charged,
      result: { path, kind, sizeBytes },
      report: details?.report ?? null,
    });
  }

  async function requireJobId(id: string, { abort, cancel }: Run): Promise<string> {
    const known = book.require(id).jobId;
    if (known !== null) {
      return known;
    }
    await send(id, AbortSignal.any([abort.signal, cancel.signal]));
    const jobId = await submit(id, abort.signal);
    if (cancel.signal.aborted) {
      await giveUp(book.require(id).profileId, jobId);
    }
    return jobId;
  }

  /** A job that is over meanwhile stays as it is. */
  async function giveUp(profileId: string, jobId: string): Promise<void> {
    const client = await openClient(profileId);
    try {
      await client.cancelJob({ params: { job_id: jobId } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') {
        throw error;
      }
    }
  }

  async function work(id: string, run: Run): Promise<void> {
    const { signal } = run.abort;
    const jobId = await requireJobId(id, run);
    const job = await followAndWatch(id, jobId, signal);
    if (job.status === 'canceled') {
      end(id, { state: 'canceled', costUsd: job.credits_charged, error: null });
    } else {
      await collect(id, job, signal);
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
    }
  }

  return {
    run: (id) => {
      if (!runs.has(id) && !isOver(book.require(id).state)) {
        const run = { abort: new AbortController(), cancel: new AbortController(), motion: still };
        runs.set(id, run);
        start(id, run).catch((error: unknown) => {
          log('error', 'job.not_followed', { id, error });
        });
      }
    },
    cancel: async (id) => {
      const { jobId, profileId } = book.require(id);
      const run = runs.get(id);
      if (jobId === null) {
        run?.cancel.abort();
      } else {
        await giveUp(profileId, jobId);
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

/** Passes on the last of many shares, a few times in all. */
function throttle(tell: (share: number) => void): (share: number) => void {
  let told = -1;
  return (share) => {
    if (share - told >= 0.02 || share >= 1) {
      told = share;
      tell(share);
    }
  };
}
