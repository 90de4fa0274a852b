/**
 * Multipart uploads of clients directly to the bucket:
 *
 *   begin: row, addresses of the parts ──▶ client puts the parts ──▶ complete: joined → read once, validated, hashed
 *      │                                                              → copied inside of the bucket → file
 *      └── not completed in time: swept with all that is there
 *
 * A node reads the bytes once, near the bucket: blobs are named by their hash, and neither the hash nor the
 * type declared by a client is trusted. A slow client occupies no node, and only an interrupted part is sent
 * again.
 */
import { createId } from '../../base/ids.ts';
import { AppError, invariant } from '../../base/errors.ts';
import {
  deleteDirectUpload,
  findDirectUpload,
  insertDirectUpload,
  listExpiredDirectUploads,
  settleDirectUpload,
  sumDirectUploads,
} from '../store/statements/direct-upload-statements.ts';
import { lockAccount } from '../store/statements/account-statements.ts';
import type { Db } from '../store/db.ts';
import { findFile } from '../store/statements/file-statements.ts';
import type { DirectUploadRow } from '../store/schema.ts';
import { type DirectStore, createNoUploadError, type PartsUpload } from './direct-store.ts';
import { refuseMore } from './upload-quota.ts';
import { storeUpload, type UploadDependencies } from './uploads.ts';
import { refusedByState } from '../../contract/api/errors.ts';

/** Part size: small enough to be sent again, large enough that the largest file has 63 parts. */
const PART_BYTES = 8 * 1_048_576;
/** Time limit for the parts, and for answering a repeated `complete`: 500 MB at 25 kB/s. */
const LIFE_MS = 6 * 3_600_000;
/** Uploads of an account that are under way. */
const MAX_OPEN = 64;
/** Uploads that are looked up at a time. */
const SWEEP_BATCH = 100;

/** Dependencies of direct uploads. */
export interface DirectUploadDependencies extends UploadDependencies {
  readonly direct: DirectStore;
}

/** Account of an upload, and its announced size. */
export interface DirectUploadSize {
  readonly accountId: string;
  readonly sizeBytes: number;
}

/** An upload whose parts may be sent. */
export interface BegunUpload {
  readonly id: string;
  /** Size of every part except the last, which has the rest. */
  readonly partBytes: number;
  readonly partUrls: readonly string[];
  readonly expiresAtMs: number;
}

/** Completion request of a client that has sent all parts. */
export interface CompletedParts {
  readonly accountId: string;
  readonly id: string;
  /** `ETag` of the reply to each part, in their order. */
  readonly etags: readonly string[];
  readonly declaredType: string | null;
  readonly declaredName: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** Starts an upload. Throws `at_capacity` when too many are under way, `input_too_large` beyond the quota. */
export async function beginDirectUpload(
  dependencies: DirectUploadDependencies,
  size: DirectUploadSize,
): Promise<BegunUpload> {
  const { db, clock, direct } = dependencies;
  const { accountId, sizeBytes } = size;
  const nowMs = clock.nowMs();
  await checkRoom(dependencies, db, size);
  const id = createId();
  const upload = { id, partsId: await direct.begin(id) };
  const expiresAtMs = nowMs + LIFE_MS;
  try {
    await db.transaction().execute(async (tx) => {
      // Concurrent uploads may have started; from here on they wait.
      await lockAccount(tx, accountId);
      await checkRoom(dependencies, tx, size);
      await insertDirectUpload(tx, {
        id,
        account_id: accountId,
        parts_id: upload.partsId,
        size_bytes: sizeBytes,
        file_key: null,
        created_at_ms: nowMs,
        expires_at_ms: expiresAtMs,
      });
    });
  } catch (error) {
    // No row names it, so no sweep would find it.
    await forgetBytes(dependencies, upload);
    throw error;
  }
  const partUrls = await Promise.all(
    toPartSizes(sizeBytes).map((partBytes, index) =>
      direct.signPart(upload, {
        number: index + 1,
        sizeBytes: partBytes,
        expiresSec: LIFE_MS / 1000,
      }),
    ),
  );
  return { id, partBytes: PART_BYTES, partUrls, expiresAtMs };
}

async function checkRoom(
  { clock, quota }: DirectUploadDependencies,
  db: Db,
  { accountId, sizeBytes }: DirectUploadSize,
): Promise<void> {
  const open = await sumDirectUploads(db, accountId, clock.nowMs());
  if (open.count >= MAX_OPEN) {
    throw refuseMore(MAX_OPEN);
  }
  await quota.checkRoom(db, accountId, open.sizeBytes + sizeBytes);
}

/**
 * Creates a file from the parts and returns its key. A repeated call returns the same key. Throws `not_found`
 * for an upload of another account or an expired one, `invalid_input` for parts that do not fit, and the errors
 * of validation; after a failed validation all bytes are removed.
 */
export async function completeDirectUpload(
  dependencies: DirectUploadDependencies,
  request: CompletedParts,
): Promise<string> {
  const row = await findDirectUpload(dependencies.db, request.id);
  if (row?.account_id !== request.accountId || row.expires_at_ms <= dependencies.clock.nowMs()) {
    throw createNoUploadError();
  }
  if (row.file_key !== null) {
    return requireFile(dependencies, row.file_key);
  }
  const expected = toPartSizes(row.size_bytes).length;
  if (request.etags.length !== expected) {
    throw refusedByState(`The upload has ${expected} parts, not ${request.etags.length}.`);
  }
  const upload = toUpload(row);
  try {
    await dependencies.direct.join(upload, request.etags);
    const fileKey = await storeJoined(dependencies, request);
    await forgetBytes(dependencies, upload);
    return fileKey;
  } catch (error) {
    return endFailed(dependencies, upload, error);
  }
}

/** Dependencies of the sweep. */
export interface DirectSweepDependencies extends Pick<
  DirectUploadDependencies,
  'db' | 'clock' | 'direct'
> {
  /** Ends a sweep after the upload it is at. */
  readonly signal?: AbortSignal | undefined;
}

/** Removes expired uploads and returns their number. Throws the first failure, after all others were tried. */
export async function sweepDirectUploads(dependencies: DirectSweepDependencies): Promise<number> {
  const { db, clock, direct, signal } = dependencies;
  const nowMs = clock.nowMs();
  const failures: unknown[] = [];
  let removed = 0;
  let afterId = '';
  for (;;) {
    // Failed removals stay before the last id, so that they do not block the rest.
    const rows = await listExpiredDirectUploads(db, { nowMs, afterId, limit: SWEEP_BATCH });
    for (const row of rows) {
      if (signal?.aborted === true) {
        return removed;
      }
      afterId = row.id;
      try {
        await direct.remove(toUpload(row));
        await deleteDirectUpload(db, row.id);
        removed += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (rows.length < SWEEP_BATCH) {
      break;
    }
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return removed;
}

/** Thrown inside of the transaction of a file that another call was faster to make. */
class SettledElsewhere extends Error {}

async function storeJoined(
  dependencies: DirectUploadDependencies,
  request: CompletedParts,
): Promise<string> {
  const { direct } = dependencies;
  const { id, etags: _, ...rest } = request;
  let etag = '';
  /** Opened when it is this upload's turn: until then no connection waits. */
  async function* readJoined(): AsyncGenerator {
    const opened = await direct.open(id);
    ({ etag } = opened);
    try {
      yield* opened.source;
    } finally {
      opened.source.destroy();
    }
  }
  const { fileKey } = await storeUpload(dependencies, {
    ...rest,
    source: readJoined(),
    put: ({ sha256 }) => direct.copyToBlob({ id, etag }, sha256),
    async settle(tx, key) {
      if (!(await settleDirectUpload(tx, id, key))) {
        throw new SettledElsewhere();
      }
    },
  });
  return fileKey;
}

async function endFailed(
  dependencies: DirectUploadDependencies,
  upload: PartsUpload,
  error: unknown,
): Promise<string> {
  // Another call may have removed the bytes while this one read them.
  const { file_key: fileKey = null } = (await findDirectUpload(dependencies.db, upload.id)) ?? {};
  if (fileKey !== null) {
    return requireFile(dependencies, fileKey);
  }
  const isRefused =
    error instanceof AppError &&
    (error.code === 'unsupported_format' || error.code === 'input_too_large');
  if (isRefused) {
    await forgetBytes(dependencies, upload);
    await deleteDirectUpload(dependencies.db, upload.id);
  }
  throw error instanceof SettledElsewhere ? createNoUploadError() : error;
}

/** Removes the bytes; a failure is left to the sweep. */
async function forgetBytes(
  { direct }: DirectUploadDependencies,
  upload: PartsUpload,
): Promise<void> {
  await direct.remove(upload).catch(() => undefined);
}

async function requireFile({ db }: DirectUploadDependencies, fileKey: string): Promise<string> {
  if ((await findFile(db, fileKey)) === null) {
    throw createNoUploadError();
  }
  return fileKey;
}

function toUpload({ id, parts_id: partsId }: DirectUploadRow): PartsUpload {
  return { id, partsId };
}

function toPartSizes(sizeBytes: number): number[] {
  invariant(sizeBytes > 0, 'A file has bytes.');
  const count = Math.ceil(sizeBytes / PART_BYTES);
  return Array.from({ length: count }, (_, index) =>
    Math.min(PART_BYTES, sizeBytes - index * PART_BYTES),
  );
}
