import type { ApiClient } from '../../client/client.ts';
import type { TransferProgress } from '../../client/upload.ts';
import type { JobEntry, JobStore } from './job-store.ts';

/** Maximum age of a reused upload: a service drops an unused one after a day at the soonest. */
const maxAgeMs = 12 * 3_600_000;

/** Dependencies of sending the files of jobs. */
export interface JobUploadsOptions {
  readonly store: Pick<JobStore, 'list'>;
  readonly openClient: (profileId: string) => Promise<Pick<ApiClient, 'uploadFile'>>;
  /** Key of a content that the service already has without a job; null without one. */
  readonly findChecked: (profileId: string, sha256: string) => string | null;
  readonly nowMs: () => number;
}

/** File of a job that was uploaded to its service. */
export interface SentInput {
  readonly fileKey: string;
  readonly sentAtMs: number;
}

/** The same, with whether another job had uploaded the file: then it may have been deleted meanwhile. */
export interface PlacedInput extends SentInput {
  readonly isFound: boolean;
}

type Input = JobEntry['inputs'][number];

interface Transfer {
  readonly done: Promise<SentInput>;
  readonly listeners: Set<(progress: TransferProgress) => void>;
  /** Number of jobs that wait for it; the transfer continues until none does. */
  waiting: number;
  readonly stop: AbortController;
}

/**
 * Uploads files to services, each content once: jobs with the same file share the upload, also while it is in
 * progress. An interrupted upload starts over; only parts sent to a bucket are retried separately.
 */
export class JobUploads {
  readonly #options: JobUploadsOptions;
  readonly #transfers = new Map<string, Transfer>();

  constructor(options: JobUploadsOptions) {
    this.#options = options;
  }

  /** Returns whether the service still has the upload of a job that was not submitted yet. */
  isFresh({ fileKey, sentAtMs }: Input): boolean {
    const ageMs = this.#options.nowMs() - (sentAtMs ?? 0);
    return fileKey !== null && Math.abs(ageMs) < maxAgeMs;
  }

  /**
   * Uploads a file, or reuses an upload unless that failed before. An aborted wait also aborts the transfer
   * when nobody else waits for it.
   */
  async send(
    { profileId, origin }: Pick<JobEntry, 'profileId' | 'origin'>,
    input: Input,
    watch: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: TransferProgress) => void;
      readonly isSentAnew: boolean;
    },
  ): Promise<PlacedInput> {
    const { signal, onProgress, isSentAnew } = watch;
    const found = isSentAnew ? null : this.#find(profileId, origin, input);
    if (found !== null) {
      return { ...found, isFound: true };
    }
    const name = JSON.stringify([profileId, origin, input.path, input.sha256]);
    const transfer = this.#transfers.get(name) ?? this.#begin(name, profileId, input);
    const given = Promise.withResolvers<never>();
    const leave = (): void => given.reject(signal.reason);
    signal.addEventListener('abort', leave);
    transfer.waiting += 1;
    transfer.listeners.add(onProgress);
    try {
      signal.throwIfAborted();
      return { ...(await Promise.race([transfer.done, given.promise])), isFound: false };
    } finally {
      signal.removeEventListener('abort', leave);
      transfer.listeners.delete(onProgress);
      transfer.waiting -= 1;
      if (transfer.waiting === 0) {
        this.#transfers.delete(name);
        transfer.stop.abort();
        // Resolves when the transfer has stopped.
        await transfer.done.catch(() => undefined);
      }
    }
  }

  #begin(name: string, profileId: string, { path, sha256 }: Input): Transfer {
    const { openClient, nowMs } = this.#options;
    const stop = new AbortController();
    const listeners: Transfer['listeners'] = new Set();
    const send = async (): Promise<SentInput> => {
      const client = await openClient(profileId);
      const { file_key: fileKey } = await client.uploadFile({
        file: { path, sha256 },
        signal: stop.signal,
        onProgress: (progress) => {
          for (const listener of listeners) {
            listener(progress);
          }
        },
      });
      return { fileKey, sentAtMs: nowMs() };
    };
    const transfer: Transfer = { done: send(), listeners, waiting: 0, stop };
    transfer.done.catch(() => undefined);
    this.#transfers.set(name, transfer);
    return transfer;
  }

  /** Finds a recent upload of another job, or of a validation. */
  #find(profileId: string, origin: string | null, { sha256 }: Input): SentInput | null {
    if (sha256 === null) {
      return null;
    }
    for (const job of this.#options.store.list()) {
      if (job.profileId === profileId && job.origin === origin) {
        for (const input of job.inputs) {
          const { fileKey, sentAtMs } = input;
          const isSame = input.sha256 === sha256 && this.isFresh(input);
          if (isSame && fileKey !== null && sentAtMs !== null) {
            return { fileKey, sentAtMs };
          }
        }
      }
    }
    const fileKey = this.#options.findChecked(profileId, sha256);
    return fileKey === null ? null : { fileKey, sentAtMs: this.#options.nowMs() };
  }
}
