/**
 * Uploads of customers. For the HTTP side:
 *
 *   const upload = await storeUpload(dependencies, {
 *     accountId, source: part.file, declaredType: part.mimetype, declaredName: part.filename, signal,
 *   });
 *   // → { fileKey, kind, mime, sizeBytes, facts }, or AppError unsupported_format, input_too_large,
 *   //   storage_failed; nothing stays behind then.
 */
import type { Clock } from '../../base/clock.ts';
import { lockAccount } from '../store/statements/account-statements.ts';
import { insertFile } from '../store/statements/file-statements.ts';
import type { Db, Tx } from '../store/db.ts';
import type { FileKind } from '../../capabilities/media-file.ts';
import type { BlobStore, FinishedFile } from './blob-store.ts';
import { createFileKey } from './file-key.ts';
import { formats } from './formats.ts';
import type { ValidatedMedia } from './validate/verdict.ts';
import {
  type IncomingUpload,
  receiveUpload,
  type ReceivedFile,
  type ReceiveOptions,
} from './receive.ts';
import { abandonBytes, storeBytes } from './sweep.ts';
import type { UploadQuota } from './upload-quota.ts';

/** Dependencies of uploads. */
export interface UploadDependencies extends ReceiveOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly quota: UploadQuota;
}

/** A file as it comes in. */
export interface UploadRequest extends IncomingUpload {
  readonly accountId: string;
  /** Name of the part; kept for lists, never trusted. */
  readonly declaredName: string | null;
  /** Stores exactly the received bytes, when they are near the store already. */
  readonly put?: ((file: FinishedFile) => Promise<void>) | undefined;
  /** Does what belongs to the file in the transaction that makes its row. */
  readonly settle?: ((tx: Tx, fileKey: string) => Promise<void>) | undefined;
}

/** A stored upload. */
export interface StoredUpload {
  readonly fileKey: string;
  readonly kind: FileKind;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly facts: ValidatedMedia;
}

/** Longest name that is kept, in characters. */
const maxNameLength = 200;

/** Receives, validates and stores a file. The key is returned only when the bytes are durable. */
export async function storeUpload(
  dependencies: UploadDependencies,
  request: UploadRequest,
): Promise<StoredUpload> {
  return dependencies.quota.admit(request.accountId, request.signal, async (quota) => {
    const received = await receiveUpload({ ...request, quota }, dependencies);
    try {
      return await store(dependencies, request, received);
    } finally {
      await received.discard();
    }
  });
}

/** The bytes come first: a crash between leaves bytes that no row names, which the sweep finds. */
async function store(
  dependencies: UploadDependencies,
  { accountId, declaredName, put, settle }: UploadRequest,
  { file, receivedSha256, verdict }: ReceivedFile,
): Promise<StoredUpload> {
  const { kind, format, facts } = verdict;
  const { mime } = formats[format];
  const fileKey = createFileKey(kind, format);
  await storeBytes(dependencies, file, receivedSha256 === file.sha256 ? put : undefined);
  try {
    await dependencies.db.transaction().execute(async (tx) => {
      // Concurrent uploads saw the same free bytes when they began.
      await lockAccount(tx, accountId);
      await dependencies.quota.checkRoom(tx, accountId, file.sizeBytes);
      await insertFile(tx, {
        file_key: fileKey,
        account_id: accountId,
        role: 'upload',
        job_id: null,
        blob_hash: file.sha256,
        received_hash: receivedSha256 === file.sha256 ? null : receivedSha256,
        kind,
        mime,
        size_bytes: file.sizeBytes,
        facts: JSON.stringify(facts),
        declared_name: toName(declaredName),
        created_at_ms: dependencies.clock.nowMs(),
      });
      await settle?.(tx, fileKey);
    });
  } catch (error) {
    await abandonBytes(dependencies, file.sha256);
    throw error;
  }
  return { fileKey, kind, mime, sizeBytes: file.sizeBytes, facts };
}

function toName(declaredName: string | null): string | null {
  const name = (declaredName ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, maxNameLength);
  return name === '' ? null : name;
}
