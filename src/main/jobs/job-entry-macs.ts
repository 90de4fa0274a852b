import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { JobEntry } from './job-store.ts';

/** Proofs that an entry of the list was written by this app: a file can be replaced, for instance by a backup. */
export interface JobEntryMacs {
  /** The proof to keep with an entry; null while the key store is locked, then it is known in this run only. */
  readonly sign: (entry: JobEntry) => Promise<string | null>;
  /**
   * Returns whether this app wrote the entry unchanged: its content, its destination, its purpose, and the uploaded
   * files.
   */
  readonly isProven: (entry: JobEntry) => Promise<boolean>;
}

/**
 * HMAC-SHA-256 over what a job sends and where it goes.
 *
 * @param readKey the vault's; rejects with `vault_unavailable`.
 */
export function createJobEntryMacs(readKey: () => Promise<Uint8Array>): JobEntryMacs {
  /** Entries signed in this run, by job. */
  const known = new Map<string, string>();
  const toProof = async (text: string): Promise<Buffer> =>
    createHmac('sha256', await readKey())
      .update(text)
      .digest();
  return {
    sign: async (entry) => {
      const text = toSignedText(entry);
      known.set(entry.id, text);
      try {
        return (await toProof(text)).toString('base64');
      } catch (error) {
        return ignoreUnavailable(error, null);
      }
    },
    isProven: async (entry) => {
      const text = toSignedText(entry);
      if (known.get(entry.id) === text) {
        return true;
      }
      const proof = Buffer.from(entry.proof ?? '', 'base64');
      try {
        const wanted = await toProof(text);
        return proof.byteLength === wanted.byteLength && timingSafeEqual(proof, wanted);
      } catch (error) {
        return ignoreUnavailable(error, false);
      }
    },
  };
}

/** Without the key nothing can be proven; the job then waits for the user instead of failing. */
function ignoreUnavailable<T>(error: unknown, value: T): T {
  if (error instanceof AppError) {
    return value;
  }
  throw error;
}

function toSignedText(entry: JobEntry): string {
  const { id, feature, profileId, origin, idempotencyKey, createdAtMs, inputs, options } = entry;
  const files = inputs.map(({ field, path, kind, sha256, sizeBytes, fileKey }) => [
    field,
    path,
    kind,
    sha256,
    sizeBytes,
    fileKey,
  ]);
  const settings = Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    'guise job 1',
    [id, feature, profileId, origin, idempotencyKey, createdAtMs],
    files,
    settings,
  ]);
}
