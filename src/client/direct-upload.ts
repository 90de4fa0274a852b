/**
 * Uploads a large file to the bucket of a service that offers it: several parts in parallel, each retried when
 * it breaks off. A failure of the bucket is no error: the file is then sent to the service itself, like all
 * others.
 */
import { AppError, type ErrorCode } from '../base/errors.ts';
import type { OperationShape } from '../contract/api/kit.ts';
import { BYTES_PER_MB, limits } from '../contract/api/limits.ts';
import { operations } from '../contract/api/operations.ts';
import {
  DIRECT_COMPLETION_MS,
  type DirectUpload,
} from '../contract/api/resources/direct-upload.ts';
import type { Upload } from '../contract/api/resources/upload.ts';
import type { AnswerOf } from './calls.ts';
import { exchange } from './exchange.ts';
import type { ClientContext } from './options.ts';
import { createBadReplyError, readBody } from './reply.ts';
import type { AnyCall } from './request.ts';
import { type Attempt, retry } from './retry.ts';
import { requireServiceAddress } from './service-address.ts';
import type { OpenedUpload } from './upload.ts';

/** Does an operation as its client does. */
export type Perform = <O extends OperationShape>(
  context: ClientContext,
  operation: O,
  call: AnyCall,
) => Promise<AnswerOf<O>>;

type Watch = Pick<AnyCall, 'signal' | 'onProgress'>;

/** Parts on their way at one time. */
const AT_ONCE = 3;
/** Larger parts would take too much memory. */
const MAX_PART_BYTES = 64 * BYTES_PER_MB;
/**
 * Refusals of a completion after which the regular upload may succeed: the direct upload is gone, or the
 * service cannot use its bucket.
 */
const lostCodes: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'capability_unavailable',
  'storage_failed',
  'internal_error',
]);
/** Size of the chunks sent, so that progress is visible within a part. */
const PIECE_BYTES = 262_144;

/** Sends a file to the bucket; null when it has to be uploaded another way, and nothing was stored. */
export async function sendDirectly(
  context: ClientContext,
  perform: Perform,
  upload: OpenedUpload,
  watch: Watch,
): Promise<Upload | null> {
  const begun = await begin(context, perform, upload, watch);
  if (begun === null) {
    return null;
  }
  try {
    const etags = await sendParts(context, upload, begun, watch);
    return await complete(context, perform, {
      params: { upload_id: begun.upload_id },
      body: { etags, content_type: upload.contentType, name: upload.name },
      signal: watch.signal,
    });
  } catch (error) {
    const isLost = error instanceof AppError && lostCodes.has(error.code);
    if (error instanceof BucketError || isLost) {
      return null;
    }
    throw error;
  }
}

async function begin(
  context: ClientContext,
  perform: Perform,
  { sizeBytes }: OpenedUpload,
  { signal }: Watch,
): Promise<DirectUpload | null> {
  if (sizeBytes < limits.directUploadFromMb * BYTES_PER_MB) {
    return null;
  }
  const once = { ...context, retry: { ...context.retry, attempts: 1 } };
  try {
    const { direct_uploads_from_mb: fromMb } = await perform(once, operations.readAccount, {
      signal,
    });
    if (fromMb === undefined || sizeBytes < fromMb * BYTES_PER_MB) {
      return null;
    }
    const body = { size_bytes: sizeBytes };
    const begun = await perform(once, operations.beginDirectUpload, { body, signal });
    const { part_size_bytes: partBytes, part_urls: urls } = begun;
    const isUsable = partBytes >= 1 && partBytes <= MAX_PART_BYTES;
    return isUsable && urls.length === Math.ceil(sizeBytes / partBytes) ? begun : null;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'cancelled') {
      // The regular upload reports the cause, or works.
      return null;
    }
    throw error;
  }
}

/** A bucket that did not take a part. */
class BucketError extends Error {}

async function sendParts(
  context: ClientContext,
  upload: OpenedUpload,
  begun: DirectUpload,
  { signal, onProgress }: Watch,
): Promise<string[]> {
  const stop = new AbortController();
  const signals = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const sentBytes: number[] = [];
  let maxBytes = 0;
  const note = (index: number, doneBytes: number): void => {
    sentBytes[index] = doneBytes;
    const sum = sentBytes.reduce((all, bytes) => all + bytes, 0);
    if (sum > maxBytes) {
      maxBytes = sum;
      onProgress?.({ doneBytes: sum, totalBytes: upload.sizeBytes });
    }
  };
  const etags: Promise<string>[] = [];
  const moving = new Set<Promise<string>>();
  try {
    for await (const bytes of toParts(upload.read(), begun.part_size_bytes)) {
      const index = etags.length;
      const url = begun.part_urls[index] ?? '';
      const sent = sendPart(context, {
        url,
        bytes,
        signal: signals,
        onBytes: (n) => note(index, n),
      });
      sent.catch(() => undefined);
      etags.push(sent);
      moving.add(sent);
      void sent.then(() => moving.delete(sent)).catch(() => undefined);
      if (moving.size >= AT_ONCE) {
        await Promise.race(moving);
      }
    }
    return await Promise.all(etags);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(etags);
    throw error;
  }
}

/** Cuts pieces of any size into parts of one size; the last is shorter. */
async function* toParts(
  pieces: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.byteLength;) {
      const taken = piece.subarray(from, from + partBytes - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      from += taken.byteLength;
      if (filled === partBytes) {
        yield part;
        part = new Uint8Array(partBytes);
        filled = 0;
      }
    }
  }
  if (filled > 0) {
    yield part.subarray(0, filled);
  }
}

/** One part in transfer. */
interface SentPart {
  readonly url: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  readonly onBytes: (doneBytes: number) => void;
}

/**
 * Uploads a part to the URL from the service, without the key; returns the bucket's `ETag`. Throws {@link
 * BucketError}.
 */
async function sendPart(
  context: ClientContext,
  { url, bytes, signal, onBytes }: SentPart,
): Promise<string> {
  const toInit = (touch: () => void) =>
    ({
      method: 'PUT',
      headers: { 'content-length': String(bytes.byteLength) },
      body: ReadableStream.from(
        toPieces(bytes, (doneBytes) => {
          touch();
          onBytes(doneBytes);
        }),
      ),
      duplex: 'half',
      redirect: 'error',
      window: null,
    }) as const;
  const { idleTimeoutMs: timeoutMs, retry: policy, timing } = context;
  try {
    requireServiceAddress(url, { kind: 'file', baseUrl: context.baseUrl, field: 'part_urls' });
    return await retry(
      () =>
        exchange(context, { url, timeoutMs, toInit, signal }, async ({ response }) => {
          await readBody(response);
          const etag = response.headers.get('etag');
          if (etag === null) {
            throw createBadReplyError(response, 'has no ETag');
          }
          return etag;
        }),
      { isRepeatable: true, policy, timing, signal },
    );
  } catch (error) {
    if (error instanceof AppError && error.code !== 'cancelled') {
      throw new BucketError('The bucket did not take a part.', { cause: error });
    }
    throw error;
  }
}

async function* toPieces(
  bytes: Uint8Array<ArrayBuffer>,
  onBytes: (doneBytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
    yield bytes.subarray(from, from + PIECE_BYTES);
    onBytes(Math.min(from + PIECE_BYTES, bytes.byteLength));
  }
}

/** A completion may be repeated: it answers the same. */
function complete(context: ClientContext, perform: Perform, call: AnyCall): Promise<Upload> {
  const { retry: policy, timing } = context;
  const patient = {
    ...context,
    timeoutMs: DIRECT_COMPLETION_MS,
    retry: { ...policy, attempts: 1 },
  };
  const attempt = async (): Promise<Attempt<Upload>> => {
    try {
      return { ok: true, value: await perform(patient, operations.completeDirectUpload, call) };
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      const waitMs = error.details?.['retry_after_ms'];
      const retryAfterMs = typeof waitMs === 'number' ? waitMs : null;
      return { ok: false, error, isUntouched: false, retryAfterMs };
    }
  };
  return retry(attempt, { isRepeatable: true, policy, timing, signal: call.signal });
}
