import type { Readable } from 'node:stream';
import { AppError } from '../../base/errors.ts';

/** An upload in parts: our id, which names it, and that of the store. */
export interface PartsUpload {
  readonly id: string;
  readonly partsId: string;
}

/** Joined bytes: the upload that they are of, and the store's name for exactly these. */
export interface JoinedBytes {
  readonly id: string;
  readonly etag: string;
}

/** A store that clients send bytes to without the service. Every method may throw `storage_failed`. */
export interface DirectStore {
  /** Starts a multipart upload; returns the store's id of it. */
  begin(id: string): Promise<string>;
  /**
   * Signs a URL that accepts one part by PUT, with exactly this length and until it expires. Parts count from
   * 1.
   */
  signPart(
    upload: PartsUpload,
    part: { readonly number: number; readonly sizeBytes: number; readonly expiresSec: number },
  ): Promise<string>;
  /**
   * Joins the parts, whose `ETag` headers are in their order; once more is no error. Throws `not_found` when nothing
   * is there, `invalid_input` when a part is missing or another than was named.
   */
  join(upload: PartsUpload, etags: readonly string[]): Promise<void>;
  /** Opens the joined bytes; the caller destroys the stream. Throws `not_found`. */
  open(id: string): Promise<{ readonly source: Readable; readonly etag: string }>;
  /**
   * Copies the opened bytes to a blob without reading them again. Throws `invalid_input` when they were
   * replaced meanwhile.
   */
  copyToBlob(joined: JoinedBytes, sha256: string): Promise<void>;
  /** Removes all bytes of an upload; succeeds when there are none. */
  remove(upload: PartsUpload): Promise<void>;
  /** Ends connections. */
  close(): Promise<void>;
}

/** The refusal of an upload that is not there. */
export function createNoUploadError(): AppError {
  return new AppError('not_found', 'There is no such upload, or its time is over.');
}
