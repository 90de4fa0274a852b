import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ApiClient } from '../../client/client.ts';
import { contentsSchema } from '../../contract/store-contents.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { Log } from '../log/log.ts';

const deletionSchema = z.object({
  profileId: z.string().max(64),
  /** Server of the profile when the job was created; null when unknown. */
  origin: z.string().nullable().default(null),
  /** Job to delete at the service; null when it was never submitted. */
  jobId: z.string().max(128).nullable(),
  /** Uploads to delete after it, as far as nothing else needs them. */
  fileKeys: z.array(z.string().max(256)),
  /** Contents to delete with everything made of them; only the service of this computer supports that. */
  sha256s: contentsSchema.default([]),
});

/** Pending deletion at a service. */
export type Deletion = z.output<typeof deletionSchema>;

const begunSchema = z.object({
  id: z.string().max(64),
  /** Persons that are still to be looked for; none once only files are left. */
  sha256s: z.array(z.hash('sha256')),
  /** Files of this computer that are left, see `persons/own-files.ts`. */
  paths: z.array(z.string().max(4096)),
});

/** Deletion of persons that was started on this computer and is not completed yet. */
export type BegunDeletion = z.output<typeof begunSchema>;

/** File of the pending deletions. */
export const deletionsFileSchema = z.object({
  deletions: z.array(deletionSchema).default([]),
  persons: z.array(begunSchema).default([]),
});

/** Delay before a failed deletion is retried. */
const againMs = 60_000;

/** Refusals after which nothing is left to delete there, or nothing that we may delete. */
const settled = new Set(['not_found', 'invalid_input']);

/** Dependencies of deletions. */
export interface DeletionsOptions {
  readonly file: StoredJsonFile<z.output<typeof deletionsFileSchema>>;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** Deletes contents at the service of this computer once that runs. */
  readonly deleteContent: (sha256s: readonly string[]) => Promise<unknown>;
  /** Current server of a profile; null when it no longer exists, so that nothing can be deleted there. */
  readonly findOrigin: (profileId: string) => string | null;
  readonly log: Log;
}

/** Deletions at services, persisted until they are carried out. */
export class Deletions {
  readonly #options: DeletionsOptions;
  #under: Promise<void> | null = null;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;
  #refused: readonly Deletion[] = [];

  /** Opens the deletions over their file. */
  constructor(options: DeletionsOptions) {
    this.#options = options;
  }

  /** Persists deletions and tries them at once; one that is already pending is not added again. */
  add(deletions: readonly Deletion[]): void {
    const fresh = deletions.filter((deletion) => !isIn(this.list(), deletion));
    this.#write([...this.list(), ...fresh]);
    void this.carryOut();
  }

  /** Pending deletions. */
  list(): readonly Deletion[] {
    return this.#options.file.read().deletions;
  }

  /** Returns whether the service of a job cannot delete it; then the service still has the job. */
  isRefused(deletion: Deletion): boolean {
    return isIn(this.#refused, deletion);
  }

  /**
   * Tries all pending deletions in sequence, and resolves afterwards. A concurrent call waits for the same run. A
   * deletion that a service does not support is tried once per run of the app.
   */
  carryOut(): Promise<void> {
    clearTimeout(this.#again);
    this.#under ??= this.#carryOutAll().finally(() => {
      this.#under = null;
      const isLeft = this.list().some((deletion) => !this.isRefused(deletion));
      if (isLeft && !this.#isStopped) {
        this.#again = setTimeout(() => void this.carryOut(), againMs).unref();
      }
    });
    return this.#under;
  }

  /** Retries all deletions, including refused ones. */
  retry(): Promise<void> {
    this.#refused = [];
    return this.carryOut();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#again);
  }

  #write(deletions: readonly Deletion[]): void {
    const { file } = this.#options;
    file.write({ ...file.read(), deletions: [...deletions] });
  }

  async #carryOutAll(): Promise<void> {
    const tried = [...this.#refused];
    for (;;) {
      const next = this.list().find((deletion) => !isIn(tried, deletion));
      if (next === undefined || this.#isStopped) {
        return;
      }
      tried.push(next);
      try {
        await this.#carryOutOne(next);
        this.#write(this.list().filter((other) => !isDeepStrictEqual(other, next)));
      } catch (error) {
        if (error instanceof AppError && error.code === 'capability_unavailable') {
          this.#refused = [...this.#refused, next];
        }
        this.#options.log('info', 'deletion.kept', { profileId: next.profileId, error });
      }
    }
  }

  async #carryOutOne(deletion: Deletion): Promise<void> {
    const { profileId, origin, jobId, fileKeys, sha256s } = deletion;
    const current = this.#options.findOrigin(profileId);
    if (current === null || (origin !== null && origin !== current)) {
      return; // The key of the job's server is no longer stored.
    }
    const client = await this.#options.openClient(profileId);
    if (jobId !== null) {
      await unlessSettled(client.deleteJob({ params: { job_id: jobId } }));
      await requireGone(client, jobId);
    }
    for (const fileKey of fileKeys) {
      await unlessSettled(client.deleteUpload({ params: { file_key: fileKey } }));
    }
    if (sha256s.length > 0) {
      await this.#options.deleteContent(sha256s);
    }
  }
}

function isIn(deletions: readonly Deletion[], wanted: Deletion): boolean {
  return deletions.some((deletion) => isDeepStrictEqual(deletion, wanted));
}

/** A service without deletion support answers as for a deleted job. Throws `capability_unavailable`. */
async function requireGone(client: ApiClient, jobId: string): Promise<void> {
  try {
    await client.readJob({ params: { job_id: jobId } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      return;
    }
    throw error;
  }
  throw new AppError('capability_unavailable', 'The service does not delete jobs.', {
    details: faultDetails('no_deletion'),
  });
}

async function unlessSettled(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AppError) || !settled.has(error.code)) {
      throw error;
    }
  }
}
