import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { contentsSchema } from '../../contract/store-contents.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { Log } from '../log/log.ts';

const deletionSchema = z.object({
  profileId: z.string().max(64),
  /** Server of the profile when the job was begun; null where that is not known. */
  origin: z.string().nullable().default(null),
  /** Job to delete at the service; null for one that was never submitted. */
  jobId: z.string().max(128).nullable(),
  /** Uploads to delete after it, as far as nothing else needs them. */
  fileKeys: z.array(z.string().max(256)),
  /** Contents to delete with all that was made of them; only the service of this computer can do that. */
  sha256s: contentsSchema.default([]),
});

/** What is to be deleted at a service. */
export type Deletion = z.output<typeof deletionSchema>;

const begunSchema = z.object({
  id: z.string().max(64),
  /** Persons that are still to be looked for; none once only files are left. */
  sha256s: z.array(z.hash('sha256')),
  /** Files of this computer that are left, see `persons/own-files.ts`. */
  paths: z.array(z.string().max(4096)),
});

/** Persons whose deletion was begun on this computer and is not carried out yet. */
export type BegunDeletion = z.output<typeof begunSchema>;

/** The file of deletions that were asked for and are not carried out yet. */
export const deletionsFileSchema = z.object({
  deletions: z.array(deletionSchema).default([]),
  persons: z.array(begunSchema).default([]),
});

/** Deletions at services, kept until they are carried out. */
export interface Deletions {
  /** Keeps deletions, over restarts too, and tries them at once; one that waits already is not added again. */
  readonly add: (deletions: readonly Deletion[]) => void;
  /** Those that wait. */
  readonly list: () => readonly Deletion[];
  /** Whether its service cannot delete at all: it still has the job afterwards. */
  readonly isRefused: (deletion: Deletion) => boolean;
  /**
   * Tries all that is left, one after the other; resolves when it was tried. Called again it waits for the same. What
   * a service cannot delete is tried once in a run of the app.
   */
  readonly carryOut: () => Promise<void>;
  /** Tries what was refused once more, too. */
  readonly retry: () => Promise<void>;
  readonly stop: () => void;
}

/** How long after a failure it is tried again. */
const againMs = 60_000;

/** Refusals after which nothing is left to delete there, or nothing that we may delete. */
const settled = new Set(['not_found', 'invalid_input']);

/** Opens the deletions over their file. */
export function createDeletions(options: {
  readonly file: StoredJsonFile<z.output<typeof deletionsFileSchema>>;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** Deletes contents at the service of this computer once that runs. */
  readonly deleteContent: (sha256s: readonly string[]) => Promise<unknown>;
  /** Server of a profile as it is now; null when there is no such profile, so that nothing can be deleted there. */
  readonly findOrigin: (profileId: string) => string | null;
  readonly log: Log;
}): Deletions {
  const { file, openClient, findOrigin, log } = options;
  let under: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  let refused: readonly Deletion[] = [];

  const list = (): readonly Deletion[] => file.read().deletions;
  const write = (deletions: readonly Deletion[]): void => {
    file.write({ ...file.read(), deletions: [...deletions] });
  };

  async function carryOutOne(deletion: Deletion): Promise<void> {
    const { profileId, origin, jobId, fileKeys, sha256s } = deletion;
    const current = findOrigin(profileId);
    if (current === null || (origin !== null && origin !== current)) {
      return; // The key of the server that has the job is not here any more.
    }
    const client = await openClient(profileId);
    if (jobId !== null) {
      await unlessSettled(client.deleteJob({ params: { job_id: jobId } }));
      await requireGone(client, jobId);
    }
    for (const fileKey of fileKeys) {
      await unlessSettled(client.deleteUpload({ params: { file_key: fileKey } }));
    }
    if (sha256s.length > 0) {
      await options.deleteContent(sha256s);
    }
  }

  async function carryOutAll(): Promise<void> {
    const tried = [...refused];
    for (;;) {
      const next = list().find((deletion) => !isIn(tried, deletion));
      if (next === undefined || isStopped) {
        return;
      }
      tried.push(next);
      try {
        await carryOutOne(next);
        write(list().filter((other) => !isDeepStrictEqual(other, next)));
      } catch (error) {
        if (error instanceof AppError && error.code === 'capability_unavailable') {
          refused = [...refused, next];
        }
        log('info', 'deletion.kept', { profileId: next.profileId, error });
      }
    }
  }

  const carryOut = (): Promise<void> => {
    clearTimeout(again);
    under ??= carryOutAll().finally(() => {
      under = null;
      if (list().some((deletion) => !isIn(refused, deletion)) && !isStopped) {
        again = setTimeout(() => void carryOut(), againMs).unref();
      }
    });
    return under;
  };

  return {
    add: (deletions) => {
      const fresh = deletions.filter((deletion) => !isIn(list(), deletion));
      write([...list(), ...fresh]);
      void carryOut();
    },
    list,
    isRefused: (deletion) => isIn(refused, deletion),
    carryOut,
    retry: () => {
      refused = [];
      return carryOut();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(again);
    },
  };
}

function isIn(deletions: readonly Deletion[], wanted: Deletion): boolean {
  return deletions.some((deletion) => isDeepStrictEqual(deletion, wanted));
}

/** A service that knows no deletions answers as for a job that is gone. Throws `capability_unavailable`. */
async function requireGone(client: ApiClient, jobId: string): Promise<void> {
  try {
    await client.readJob({ params: { job_id: jobId } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      return;
    }
    throw error;
  }
  throw new AppError('capability_unavailable', 'The service does not delete jobs.');
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
