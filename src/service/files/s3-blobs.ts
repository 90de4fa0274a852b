/** Blobs in a bucket of any S3 service. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError, invariant } from '../../base/errors.ts';
import type { ByteSpan } from '../../base/byte-range.ts';
import type { BlobStat, BlobStore, FinishedFile } from './blob-store.ts';
import { openS3Client, type S3Bucket } from './s3-client.ts';
import { isAbsent, toReadError } from './s3-errors.ts';
import { toBlobName } from './s3-names.ts';
import { toStorageError } from '../store/storage-error.ts';

/** Which bucket, and how it is used. */
export interface S3Options extends S3Bucket {
  /** Put before every name, such as `guise/`. */
  readonly prefix?: string | undefined;
  /**
   * Present when clients read blobs from the bucket and upload to it themselves, at `endpoint` if their address for it
   * differs.
   */
  readonly direct?: { readonly endpoint?: string | undefined } | undefined;
}

/** Three parts of 8 MB in flight: 24 MB of memory for any file size. */
const partSize = 8 * 1_048_576;
const queueSize = 3;

/** A blob older than this is stored again, so that its age shows when it was last wanted. */
const freshMs = 1_800_000;

/** Opens the store; the caller closes it. The bucket has to exist. */
export function openS3Blobs(options: S3Options): BlobStore {
  return new S3Blobs(options);
}

class S3Blobs implements BlobStore {
  readonly #options: S3Options;
  readonly #client: S3Client;
  /** Signs addresses for clients. */
  readonly #publicClient: S3Client | null;

  constructor(options: S3Options) {
    this.#options = options;
    this.#client = openS3Client(options);
    const { direct, endpoint } = options;
    this.#publicClient =
      direct === undefined
        ? null
        : openS3Client({ ...options, endpoint: direct.endpoint ?? endpoint });
  }

  putFile({ path, sha256, sizeBytes }: FinishedFile): Promise<void> {
    return this.#putPath(path, sha256, sizeBytes);
  }

  async open(sha256: string, span?: ByteSpan): Promise<Readable> {
    const range = span === undefined ? {} : { Range: `bytes=${span.start}-${span.end}` };
    try {
      const command = new GetObjectCommand({ ...this.#locate(sha256), ...range });
      const { Body } = await this.#client.send(command);
      invariant(Body instanceof Readable, 'The SDK answers with a stream in Node.');
      return Body;
    } catch (error) {
      return toReadError(error, new AppError('not_found', 'The file is no longer stored.'));
    }
  }

  link(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async stat(sha256: string): Promise<BlobStat | null> {
    try {
      const head = await this.#client.send(new HeadObjectCommand(this.#locate(sha256)));
      return {
        sizeBytes: head.ContentLength ?? 0,
        storedAtMs: head.LastModified?.getTime() ?? 0,
      };
    } catch (error) {
      return isAbsent(error) ? null : toStorageError(error);
    }
  }

  list(): Promise<[]> {
    return Promise.resolve([]);
  }

  async delete(sha256: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#locate(sha256))).catch(toStorageError);
  }

  async presign(
    sha256: string,
    { expiresSec, mime, disposition }: Parameters<BlobStore['presign']>[1],
  ): Promise<string | null> {
    if (this.#publicClient === null) {
      return null;
    }
    const command = new GetObjectCommand({
      ...this.#locate(sha256),
      ResponseContentType: mime,
      ResponseContentDisposition: disposition,
    });
    return getSignedUrl(this.#publicClient, command, { expiresIn: expiresSec });
  }

  close(): Promise<void> {
    this.#client.destroy();
    this.#publicClient?.destroy();
    return Promise.resolve();
  }

  #locate(sha256: string): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix = '' } = this.#options;
    return { Bucket: bucket, Key: toBlobName(prefix, sha256) };
  }

  async #putPath(path: string, sha256: string, sizeBytes: number): Promise<void> {
    const stored = await this.stat(sha256);
    if (stored?.sizeBytes === sizeBytes && stored.storedAtMs > Date.now() - freshMs) {
      return;
    }
    const body = createReadStream(path);
    try {
      const params = { ...this.#locate(sha256), Body: body };
      await new Upload({ client: this.#client, params, partSize, queueSize }).done();
    } catch (error) {
      toStorageError(error);
    } finally {
      body.destroy();
    }
  }
}
