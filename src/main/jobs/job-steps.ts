import { renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toWireError } from '../../base/errors.ts';
import { download } from '../../client/download.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { TransferProgress } from '../../client/upload.ts';
import { requireSucceeded } from '../../client/wait.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { ReceivedJob } from '../../contract/api/resources/job.ts';
import type { LocalJobState } from '../../contract/ipc/jobs.ts';
import type { JobHints } from '../../contract/job-hints.ts';
import type { JobDetails, JobProgress } from '../../contract/job-details.ts';
import type { JobEntry } from './job-store.ts';
import { type Corrections, hasStages, JobStages, type JobStagesOptions } from './job-stages.ts';
import { toRemote } from './link-expiry.ts';
import { detectFileMedia } from './media-kind.ts';
import { claimResultPath } from './result-path.ts';
import { isCertainlyNotSubmitted } from './resend.ts';
import { toRequestHints, sendSubmit } from './submits.ts';

/** Values that change too often to be persisted. */
export interface TransientProgress {
  readonly transferFraction: number | null;
  readonly progress: JobProgress | null;
}

/** Dependencies of the job steps. */
export interface JobStepsOptions extends JobStagesOptions {
  /** Reads details of a job beyond the API; null for a remote service. */
  readonly readDetails: (profileId: string, jobId: string) => Promise<JobDetails | null>;
  /** Sends the hints of a job before its submit; remote services get none. */
  readonly hintJob: (profileId: string, idempotencyKey: string, hints: JobHints) => Promise<void>;
  readonly resultFolder: string;
  /** Returns whether results of a profile's service are downloaded as soon as they are available. */
  readonly isResultWanted: (profileId: string) => boolean;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
}

/** Receives the results of the steps. */
export interface JobStepUpdates {
  /** Throws `cancelled` when the job is no longer in the list. */
  readonly change: (id: string, patch: Partial<JobEntry>) => JobEntry;
  readonly enter: (id: string, state: LocalJobState) => JobEntry;
  readonly move: (id: string, motion: Partial<TransientProgress>) => void;
  readonly end: (id: string, patch: Partial<JobEntry>) => void;
}

/** Maximum bytes of a result: several times the largest input, because output is often less compressed. */
const maxResultBytes = 4 * limits.videoUploadMb * BYTES_PER_MB;
/** Maximum number of stored notes of a result. */
const maxNotes = 8;
const maxNoteChars = 500;
const detailsEveryMs = 500;

/** Steps of a job at its service, in order; each step can be repeated. */
export class JobSteps {
  readonly #options: JobStepsOptions;
  readonly #notes: JobStepUpdates;
  readonly #stages: JobStages;
  /** Jobs that use what others sent. */
  readonly #sharing = new Set<string>();

  constructor(options: JobStepsOptions, notes: JobStepUpdates) {
    this.#options = options;
    this.#notes = notes;
    this.#stages = new JobStages(options, notes.change);
  }

  /** Advances a parked job, see {@link JobStages.advance}. */
  advance(id: string, corrections: Corrections): Promise<void> {
    return this.#stages.advance(id, corrections);
  }

  /** Removes the stills of a finished job. */
  removeStills(entry: Pick<JobEntry, 'id' | 'stills'>): Promise<void> {
    return this.#stages.removeStills(entry);
  }

  /** Uploads the files that the service does not have yet, or all of them again. */
  async send(id: string, signal: AbortSignal, isSentAnew = false): Promise<void> {
    const { store, sign, uploads } = this.#options;
    const job = store.require(id);
    for (const [index, input] of job.inputs.entries()) {
      // Files that a submit may have named stay unchanged: the same key requires the same request.
      const isMissing = input.fileKey === null || isSentAnew;
      if (isMissing || (job.submittedAtMs === null && !uploads.isFresh(input))) {
        const onProgress = this.#createTransferListener(id);
        const unsent = { ...input, fileKey: null };
        const { isFound, ...sent } = await uploads.send(job, unsent, {
          signal,
          onProgress,
          isSentAnew,
        });
        if (isFound) {
          this.#sharing.add(id);
        }
        const inputs = store
          .require(id)
          .inputs.map((other, at) => (at === index ? { ...other, ...sent } : other));
        const proof = await sign({ ...store.require(id), inputs });
        this.#notes.change(id, { inputs, proof });
      }
    }
    this.#notes.move(id, { transferFraction: null });
  }

  /** Submits the job, idempotently; returns its id at the service. */
  async submit(id: string, signal: AbortSignal): Promise<string> {
    const { store, openClient, hintJob, nowMs } = this.#options;
    const entry = store.require(id);
    const client = await openClient(entry.profileId);
    const { idempotencyKey, submittedAtMs } = entry;
    const hints = toRequestHints(entry);
    if (hints !== null) {
      await hintJob(entry.profileId, idempotencyKey, hints);
    }
    // Stored before anything is sent: after a crash it is the only hint that the service may have the job.
    this.#notes.change(id, { submittedAtMs: submittedAtMs ?? nowMs() });
    try {
      const submitted = await sendSubmit(client, entry, { idempotencyKey, signal });
      this.#notes.change(id, { jobId: submitted.id, state: 'queued', submittedAtMs: null });
      return submitted.id;
    } catch (error) {
      if (store.find(id) !== null && isCertainlyNotSubmitted(error, submittedAtMs !== null)) {
        this.#notes.change(id, { submittedAtMs: null });
      }
      throw error;
    }
  }

  /**
   * Returns whether a refusal may concern uploads of other jobs that were removed meanwhile; true at most once per job.
   */
  isOfShared(id: string, error: unknown): boolean {
    const isRefused = error instanceof AppError && error.code === 'invalid_input';
    return this.#sharing.delete(id) && isRefused;
  }

  /** Waits for the end of the job and reports its progress. */
  async waitForEnd(id: string, jobId: string, signal: AbortSignal): Promise<ReceivedJob> {
    const over = new AbortController();
    const watching = this.#watch(id, jobId, AbortSignal.any([over.signal, signal]));
    try {
      return await this.#waitUntilOver(id, jobId, signal);
    } finally {
      over.abort();
      await watching;
      this.#notes.move(id, { progress: null });
    }
  }

  /** Downloads the result. Throws the reason when the job has none. */
  async collect(id: string, job: ReceivedJob, signal: AbortSignal): Promise<void> {
    const { resultFolder, readBaseUrl, readDetails } = this.#options;
    const remote = job.status === 'succeeded' ? toRemote(job, this.#options.nowMs()) : null;
    const { inputs, options, feature, profileId, fetchedFrom, report } = this.#notes.change(id, {
      state: 'collecting',
      costUsd: job.credits_charged,
      remote,
    });
    if (remote?.isGone === true) {
      throw new AppError('not_found', 'The service has not kept this result.');
    }
    const url = requireSucceeded(job);
    if (fetchedFrom === null && !this.#options.isResultWanted(profileId)) {
      const notes = toStoredNotes(job.notes);
      this.#notes.end(id, { state: 'succeeded', error: null, result: null, notes });
      return;
    }
    makePrivateFolder(resultFolder);
    // A temporary name, until the type of the content is detected.
    const unnamed = join(resultFolder, `.${id}`);
    const onProgress = this.#createTransferListener(id);
    const { sizeBytes } = await download({
      url,
      baseUrl: await readBaseUrl(profileId),
      maxBytes: maxResultBytes,
      toPath: unnamed,
      signal,
      onProgress,
    });
    const media = await detectFileMedia(unnamed);
    if (media === null) {
      await rm(unnamed, { force: true });
      throw new AppError('bad_reply', 'The result is neither a picture nor a sound nor a video.');
    }
    const path = claimResultPath(resultFolder, {
      inputPath: inputs[0]?.path ?? null,
      script: typeof options['script'] === 'string' ? options['script'] : null,
      feature,
      ending: media.ending,
    });
    moveOnto(unnamed, path);
    const details = await readDetails(profileId, job.id);
    this.#notes.end(id, {
      state: 'succeeded',
      error: null,
      costUsd: job.credits_charged,
      result: { path, kind: media.kind, sizeBytes },
      report: details?.report ?? report,
      notes: toStoredNotes(job.notes),
    });
  }

  /** Cancels a job at its service; one that has ended meanwhile stays unchanged. */
  async giveUp(profileId: string, jobId: string): Promise<void> {
    const client = await this.#options.openClient(profileId);
    try {
      await client.cancelJob({ params: { job_id: jobId } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') {
        throw error;
      }
    }
  }

  /** Follows the job at its service; during an outage the job shows it. */
  async #waitUntilOver(id: string, jobId: string, signal: AbortSignal): Promise<ReceivedJob> {
    const { store, watch } = this.#options;
    const followed = store.require(id);
    const { profileId } = followed;
    return watch.waitForEnd(profileId, jobId, {
      signal,
      hasStages: hasStages(followed),
      onStatus: (status, job) => {
        const entry = store.find(id);
        if (entry !== null && entry.error !== null) {
          this.#notes.change(id, { error: null });
        }
        if (entry !== null && (status === 'queued' || status === 'processing')) {
          if (status === 'processing' && job !== null && hasStages(entry)) {
            this.#stages.see(id, job, signal);
          } else {
            this.#notes.enter(id, status);
          }
          if (entry.isCanceling) {
            // Repeated with every reply until it succeeds; the watch reports the current failure.
            void this.giveUp(profileId, jobId).catch(() => undefined);
          }
        }
      },
      onTrouble: (error) => {
        if (store.find(id) !== null && !signal.aborted) {
          this.#notes.change(id, { error: toWireError(error) });
        }
      },
    });
  }

  /** Reports the progress of the work until the signal aborts. */
  async #watch(id: string, jobId: string, signal: AbortSignal): Promise<void> {
    const { store, readDetails, sleep } = this.#options;
    const { profileId } = store.require(id);
    while (!signal.aborted) {
      const details = await readDetails(profileId, jobId);
      if (signal.aborted) {
        return;
      }
      if (details?.progress !== undefined) {
        this.#notes.move(id, { progress: details.progress });
      }
      await sleep(detailsEveryMs, signal).catch(() => undefined);
    }
  }

  /** Reports the progress of a transfer, at a limited rate. */
  #createTransferListener(id: string): (progress: TransferProgress) => void {
    let reported = -1;
    return ({ doneBytes, totalBytes }) => {
      const fraction = doneBytes / (totalBytes ?? Infinity);
      if (fraction - reported >= 0.02 || fraction >= 1) {
        reported = fraction;
        this.#notes.move(id, { transferFraction: fraction });
      }
    };
  }
}

/** Keeps one note per code, with limited length and number. */
function toStoredNotes(notes: ReceivedJob['notes']): JobEntry['notes'] {
  const byCode = new Map(notes.map(({ code, message }) => [code, message.slice(0, maxNoteChars)]));
  return [...byCode].slice(0, maxNotes).map(([code, message]) => ({ code, message }));
}

/** Moves a file to its claimed path, or removes the claim. */
function moveOnto(from: string, claimed: string): void {
  try {
    renameSync(from, claimed);
  } catch (error) {
    rmSync(claimed, { force: true });
    throw error;
  }
}
