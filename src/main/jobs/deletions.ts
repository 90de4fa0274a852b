import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Log } from '../log/log.ts';

const deletionSchema = z.object({
  profileId: z.string().max(64),
  /** Server of the profile when the job was begun; null where that is not known. */
  origin: z.string().nullable().default(null),
  /** Job to delete at the service; null for one that was never submitted. */
  jobId: z.string().max(128).nullable(),
  /** Uploads to delete after it, as far as nothing else needs them. */
  fileKeys: z.array(z.string().max(256)),
});

/** What is to be deleted at a service. */
export type Deletion = z.output<typeof deletionSchema>;

/** The file of deletions that were asked for and are not carried out yet. */
export const deletionsFileSchema = z.object({ deletions: z.array(deletionSchema).default([]) });

/** Deletions at services, kept until they are carried out. */
export interface Deletions {
  /** Keeps a deletion, over restarts too, and tries it at once. */
  readonly add: (deletion: Deletion) => void;
  /** Tries all that is left, one after the other; resolves when it was tried. Called again it waits for the same. */
  readonly carryOut: () => Promise<void>;
  readonly stop: () => void;
}

/** How long after a failure it is tried again. */
const againMs = 60_000;

/** Refusals after which nothing is left to delete there, or nothing that we may delete. */
const settled = new Set(['not_found', 'invalid_input']);

/** Opens the deletions over their file. */
export function createDeletions(options: {
  readonly file: StoredFile<z.output<typeof deletionsFileSchema>>;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** Server of a profile as it is now; null when there is no such profile, so that nothing can be deleted there. */
  readonly findOrigin: (profileId: string) => string | null;
  readonly log: Log;
}): Deletions {
  const { file, openClient, findOrigin, log } = options;
  let under: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function carryOutOne({ profileId, origin, jobId, fileKeys }: Deletion): Promise<void> {
    const current = findOrigin(profileId);
    if (current === null || (origin !== null && origin !== current)) {
      return; // The key of the server that has the job is not here any more.
    }
    const client = await openClient(profileId);
    if (jobId !== null) {
      await unlessSettled(client.deleteJob({ params: { job_id: jobId } }));
    }
    for (const fileKey of fileKeys) {
      await unlessSettled(client.deleteUpload({ params: { file_key: fileKey } }));
    }
  }

  async function carryOutAll(): Promise<void> {
    const tried = new Set<Deletion>();
    for (;;) {
      const next = file.read().deletions.find((deletion) => !tried.has(deletion));
      if (next === undefined || isStopped) {
        return;
      }
      tried.add(next);
      try {
        await carryOutOne(next);
        file.write({ deletions: file.read().deletions.filter((other) => other !== next) });
      } catch (error) {
        log('info', 'deletion.kept', { profileId: next.profileId, error });
      }
    }
  }

  const carryOut = (): Promise<void> => {
    clearTimeout(again);
    under ??= carryOutAll().finally(() => {
      under = null;
      if (file.read().deletions.length > 0 && !isStopped) {
        again = setTimeout(() => void carryOut(), againMs).unref();
      }
    });
    return under;
  };

  return {
    add: (deletion) => {
      file.write({ deletions: [...file.read().deletions, deletion] });
      void carryOut();
    },
    carryOut,
    stop: () => {
      isStopped = true;
      clearTimeout(again);
    },
  };
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
