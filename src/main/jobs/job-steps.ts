import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toWireError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { download } from '../../client/download.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import { requireSucceeded, waitForJob } from '../../client/wait.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { ReceivedJob } from '../../contract/api/resources/job.ts';
import type { LocalJobState } from '../../contract/ipc/jobs.ts';
import type { JobDetails, JobProgress } from '../../contract/job-details.ts';
import type { JobBook, JobEntry } from './job-book.ts';
import { readMedia } from './media-kind.ts';
import { findResultPath } from './result-path.ts';
import { sendSubmit } from './submits.ts';

/** What changes too often to be kept on disk. */
export interface Motion {
  readonly transferShare: number | null;
  readonly progress: JobProgress | null;
}

/** What the steps of jobs work with. */
export interface JobStepsOptions {
  readonly book: JobBook;
  /** Address of a profile's service as it runs now. */
  readonly readBaseUrl: (profileId: string) => Promise<string>;
  /** A client of a profile's service as it runs now. */
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** What the service tells of a job beyond its API; null for a remote one. */
  readonly readDetails: (profileId: string, jobId: string) => Promise<JobDetails | null>;
  /** The proof of an entry, see `job-proofs.ts`. */
  readonly sign: (entry: JobEntry) => Promise<string | null>;
  readonly resultFolder: string;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
}

/** Where steps leave what they found. */
export interface JobNotes {
  /** Throws `cancelled` when the job is not in the list any more. */
  readonly change: (id: string, patch: Partial<JobEntry>) => JobEntry;
  readonly enter: (id: string, state: LocalJobState) => JobEntry;
  readonly move: (id: string, motion: Partial<Motion>) => void;
  readonly end: (id: string, patch: Partial<JobEntry>) => void;
}

/** What a job goes through at its service, one after the other; each step can be done again. */
export interface JobSteps {
  /** Sends the files that the service has not yet. */
  readonly send: (id: string, signal: AbortSignal) => Promise<void>;
  /** Asks for the job, once however often it is done; returns its id there. */
  readonly submit: (id: string, signal: AbortSignal) => Promise<string>;
  /** Waits until the job is over and tells meanwhile how far it is. */
  readonly follow: (id: string, jobId: string, signal: AbortSignal) => Promise<ReceivedJob>;
  /** Brings the result to this computer. Throws why the job has none. */
  readonly collect: (id: string, job: ReceivedJob, signal: AbortSignal) => Promise<void>;
  /** Cancels a job at its service. */
  readonly giveUp: (profileId: string, jobId: string) => Promise<void>;
}

/** Most bytes of a result: several times the largest input, because what is rendered is often less compressed. */
const maxResultBytes = 4 * limits.videoUploadMb * BYTES_PER_MB;
/** Most that is kept of what a service says of a result. */
const maxNotes = 8;
const maxNoteChars = 500;
const detailsEveryMs = 500;
const againAfterMs = 10_000;

/** Makes the steps of the jobs of a book. */
export function createJobSteps(options: JobStepsOptions, notes: JobNotes): JobSteps {
  const { book, openClient } = options;
  const { change, enter, move, end } = notes;

  async function send(id: string, signal: AbortSignal): Promise<void> {
    const { profileId, inputs } = book.require(id);
    for (const input of inputs) {
      if (input.fileKey === null) {
        const client = await openClient(profileId);
        const tell = throttle((share: number) => move(id, { transferShare: share }));
        const { file_key: fileKey } = await client.uploadFile({
          file: { path: input.path, sha256: input.sha256 },
          signal,
          onProgress: ({ doneBytes, totalBytes }) => tell(doneBytes / (totalBytes ?? Infinity)),
        });
        const sent = book
          .require(id)
          .inputs.map((other) => (other.field === input.field ? { ...other, fileKey } : other));
        const proof = await options.sign({ ...book.require(id), inputs: sent });
        change(id, { inputs: sent, proof });
      }
    }
    move(id, { transferShare: null });
  }

  async function submit(id: string, signal: AbortSignal): Promise<string> {
    const entry = book.require(id);
    const files = entry.inputs.map(({ field, fileKey }) => [field, fileKey]);
    const body = { ...entry.options, ...Object.fromEntries(files) };
    const client = await openClient(entry.profileId);
    const submitted = await sendSubmit(
      client,
      { feature: entry.feature, body },
      { idempotencyKey: entry.idempotencyKey, signal },
    );
    change(id, { jobId: submitted.id, state: 'queued' });
    return submitted.id;
  }

  /** Follows the job at its service; while that is out of reach, the job says so and goes on later. */
  async function waitUntilOver(
    id: string,
    jobId: string,
    signal: AbortSignal,
  ): Promise<ReceivedJob> {
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

  async function follow(id: string, jobId: string, signal: AbortSignal): Promise<ReceivedJob> {
    const over = new AbortController();
    const watching = watch(id, jobId, AbortSignal.any([over.signal, signal]));
    try {
      return await waitUntilOver(id, jobId, signal);
    } finally {
      over.abort();
      await watching;
      move(id, { progress: null });
    }
  }

  async function collect(id: string, job: ReceivedJob, signal: AbortSignal): Promise<void> {
    const { inputs, options: settings, feature, profileId } = enter(id, 'collecting');
    const url = requireSucceeded(job);
    makePrivateFolder(options.resultFolder);
    // Without a name of its own until its bytes have said what it is.
    const unnamed = join(options.resultFolder, `.${id}`);
    const tell = throttle((share: number) => move(id, { transferShare: share }));
    const { sizeBytes } = await download({
      url,
      baseUrl: await options.readBaseUrl(profileId),
      maxBytes: maxResultBytes,
      toPath: unnamed,
      signal,
      onProgress: ({ doneBytes, totalBytes }) => tell(doneBytes / (totalBytes ?? Infinity)),
    });
    const media = await readMedia(unnamed);
    if (media === null) {
      await rm(unnamed, { force: true });
      throw new AppError('bad_reply', 'The result is neither a picture nor a sound nor a video.');
    }
    const path = findResultPath(options.resultFolder, {
      inputPath: inputs[0]?.path ?? null,
      script: typeof settings['script'] === 'string' ? settings['script'] : null,
      feature,
      ending: media.ending,
    });
    await rename(unnamed, path);
    const details = await options.readDetails(profileId, job.id);
    end(id, {
      state: 'succeeded',
      error: null,
      costUsd: job.credits_charged,
      result: { path, kind: media.kind, sizeBytes },
      report: details?.report ?? null,
      notes: toKeptNotes(job.notes),
    });
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

  return { send, submit, follow, collect, giveUp };
}

/** What is kept of what a service says: one note of each code, and no more than can be read. */
function toKeptNotes(notes: ReceivedJob['notes']): JobEntry['notes'] {
  const byCode = new Map(notes.map(({ code, message }) => [code, message.slice(0, maxNoteChars)]));
  return [...byCode].slice(0, maxNotes).map(([code, message]) => ({ code, message }));
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
