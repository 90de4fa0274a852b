/** Storage of bytes, content-addressed: the name of a blob is the SHA-256 of its bytes. */
import type { Readable } from 'node:stream';
import type { ByteSpan } from '../../base/byte-range.ts';

/** A complete local file with its hash and size. */
export interface FinishedFile {
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** A stored blob. */
export interface BlobStat {
  readonly sizeBytes: number;
  /** Time at which it was stored last; storing the same bytes again counts. */
  readonly storedAtMs: number;
}

/** A store of blobs. Every method may throw `storage_failed`. */
export interface BlobStore {
  /**
   * Stores a finished file. Storing the same bytes again is no error. The store may take over the file: the caller
   * must not use it afterwards, but still removes it if it exists.
   */
  putFile(file: FinishedFile): Promise<void>;
  /** Opens a blob, or a part of it, for reading; the caller destroys the stream. Throws `not_found`. */
  open(sha256: string, span?: ByteSpan): Promise<Readable>;
  /**
   * Links a blob to a local path without copying it; the path must not be written. Returns false when linking
   * is impossible and the blob has to be read. Throws `not_found`.
   */
  link(sha256: string, path: string): Promise<boolean>;
  /** Size and time of a blob; null when it does not exist. */
  stat(sha256: string): Promise<BlobStat | null>;
  /** The names of all blobs; none where the store is shared with others, or too large to be listed. */
  list(): Promise<string[]>;
  /** Removes a blob; removing none is no error. */
  delete(sha256: string): Promise<void>;
  /** Signs a URL that reads the blob without the service; null when the store does not support it. */
  presign(
    sha256: string,
    options: { readonly expiresSec: number; readonly mime: string; readonly disposition: string },
  ): Promise<string | null>;
  /** Ends connections. */
  close(): Promise<void>;
}

/** Returns whether a text has the form of a blob name. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
