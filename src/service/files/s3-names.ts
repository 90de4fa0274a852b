import { invariant } from '../../base/errors.ts';
import { isSha256 } from './blob-store.ts';

/** Name of a blob in its bucket. */
export function toBlobName(prefix: string, sha256: string): string {
  invariant(isSha256(sha256), 'A blob is named by its SHA-256.');
  return `${prefix}${sha256.slice(0, 2)}/${sha256}`;
}

/** Object name of a client's direct upload, until it is validated. */
export function toIncomingName(prefix: string, id: string): string {
  return `${prefix}incoming/${id}`;
}
