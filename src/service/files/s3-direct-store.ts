import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError, invariant } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import { toStorageError } from '../store/storage-error.ts';
import {
  type DirectStore,
  type JoinedBytes,
  createNoUploadError,
  type PartsUpload,
} from './direct-store.ts';
import type { S3Options } from './s3-blobs.ts';
import { openS3Client } from './s3-client.ts';
import { isAbsent, isPreconditionFailed, toReadError } from './s3-errors.ts';
import { toBlobName, toIncomingName } from './s3-names.ts';

/** Error codes for parts that do not fit together. */
const wrongParts = new Set([
  'InvalidPart',
  'InvalidPartOrder',
  'EntityTooSmall',
  'InvalidRequest',
  'MalformedXML',
]);

/** Opens the store of a bucket that clients reach; the caller closes it. */
export function openS3DirectStore(options: S3Options): DirectStore {
  return new S3DirectStore(options);
}

class S3DirectStore implements DirectStore {
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #client: S3Client;
  /** Signs addresses for clients. */
  readonly #publicClient: S3Client;

  constructor(options: S3Options) {
    const { bucket, prefix = '', endpoint, direct } = options;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#client = openS3Client(options);
    this.#publicClient = openS3Client({ ...options, endpoint: direct?.endpoint ?? endpoint });
  }

  async begin(id: string): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.#locate(id));
    const { UploadId: partsId } = await this.#client.send(command).catch(toStorageError);
    invariant(partsId !== undefined, 'A bucket names the uploads that it begins.');
    return partsId;
  }

  async signPart(
    upload: PartsUpload,
    { number, sizeBytes, expiresSec }: Parameters<DirectStore['signPart']>[1],
  ): Promise<string> {
    const command = new UploadPartCommand({
      ...this.#locateParts(upload),
      PartNumber: number,
      // Signed as a header, so that the bucket takes no more.
      ContentLength: sizeBytes,
    });
    return getSignedUrl(this.#publicClient, command, { expiresIn: expiresSec });
  }

  async join(upload: PartsUpload, etags: readonly string[]): Promise<void> {
    const parts = etags.map((etag, index) => ({ ETag: etag, PartNumber: index + 1 }));
    const MultipartUpload = { Parts: parts };
    const location = this.#locateParts(upload);
    try {
      await this.#client.send(new CompleteMultipartUploadCommand({ ...location, MultipartUpload }));
    } catch (error) {
      if (error instanceof S3ServiceException && wrongParts.has(error.name)) {
        throw refusedByState('A part is missing, or its etag is not what the bucket answered.');
      }
      // Joined before by a call whose answer was lost.
      if (!isAbsent(error) || !(await this.#isJoined(upload.id))) {
        toReadError(error, createNoUploadError());
      }
    }
  }

  async open(id: string): ReturnType<DirectStore['open']> {
    try {
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#locate(id)));
      invariant(Body instanceof Readable, 'The SDK answers with a stream in Node.');
      if (ETag === undefined) {
        Body.destroy();
        throw new AppError('storage_failed', 'The bucket has no ETag for what it stores.');
      }
      return { source: Body, etag: ETag };
    } catch (error) {
      return toReadError(error, createNoUploadError());
    }
  }

  async copyToBlob({ id, etag }: JoinedBytes, sha256: string): Promise<void> {
    const source = [this.#bucket, ...toIncomingName(this.#prefix, id).split('/')];
    const command = new CopyObjectCommand({
      Bucket: this.#bucket,
      Key: toBlobName(this.#prefix, sha256),
      CopySource: source.map(encodeURIComponent).join('/'),
      // Ensures that exactly the validated bytes are stored, whatever was uploaded there meanwhile.
      CopySourceIfMatch: etag,
    });
    try {
      await this.#client.send(command);
    } catch (error) {
      if (isPreconditionFailed(error)) {
        throw refusedByState('The upload was changed while it was validated. Send it again.');
      }
      toStorageError(error);
    }
  }

  async remove(upload: PartsUpload): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand(this.#locateParts(upload)));
    } catch (error) {
      // Joined or removed already.
      if (!isAbsent(error)) {
        toStorageError(error);
      }
    }
    const command = new DeleteObjectCommand(this.#locate(upload.id));
    await this.#client.send(command).catch(toStorageError);
  }

  close(): Promise<void> {
    this.#client.destroy();
    this.#publicClient.destroy();
    return Promise.resolve();
  }

  async #isJoined(id: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#locate(id)));
      return true;
    } catch (error) {
      return isAbsent(error) ? false : toStorageError(error);
    }
  }

  #locate(id: string) {
    return { Bucket: this.#bucket, Key: toIncomingName(this.#prefix, id) };
  }

  #locateParts({ id, partsId }: PartsUpload) {
    return { ...this.#locate(id), UploadId: partsId };
  }
}
