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
  /** Starts an upload in parts; the store's id of it. */
  begin(id: string): Promise<string>;
  /** An address that takes the bytes of one part by PUT: exactly so many, for so long. Parts count from 1. */
  signPart(
    upload: PartsUpload,
    part: { readonly number: number; readonly sizeBytes: number; readonly expiresSec: number },
  ): Promise<string>;
  /**
   * Joins the parts, whose `ETag` headers are in their order; once more is no error. Throws `not_found` when nothing
   * is there, `invalid_input` when a part is missing or another than was named.
   */
  join(upload: PartsUpload, etags: readonly string[]): Promise<void>;
  /** Opens what was joined; the caller destroys the stream. Throws `not_found`. */
  open(id: string): Promise<{ readonly source: Readable; readonly etag: string }>;
  /** Makes a blob of what was opened, without reading it again. Throws `invalid_input` when something else is there now. */
  copyToBlob(joined: JoinedBytes, sha256: string): Promise<void>;
  /** Removes what there is of an upload; nothing is no error. */
  remove(upload: PartsUpload): Promise<void>;
  /** Ends connections. */
  close(): Promise<void>;
}

/** The refusal of an upload that is not there. */
export function noUpload(): AppError {
  return new AppError('not_found', 'There is no such upload, or its time is over.');
}
