/**
 * Receives one untrusted file from a stream:
 *
 *   first bytes → format by content → declared type matches → size limit while streaming → bytes on disk
 *   → validated by decoding → data after an image is cut off
 *
 * Memory use is a few chunks for any file size. The result is in the incoming folder.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError, invariant } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { BYTES_PER_MB } from '../../contract/api/limits.ts';
import type { FileKind } from '../../capabilities/media-file.ts';
import type { FinishedFile } from './blob-store.ts';
import {
  checkDeclaredContainer,
  checkDeclaredType,
  findFormat,
  type FormatId,
  formats,
  refuseFormat,
  sniffBytes,
  uploadCaps,
} from './formats.ts';
import type { IncomingFile, IncomingFolder } from './incoming.ts';
import type { MediaValidator } from './validate/validator-host.ts';
import type { MediaVerdict } from './validate/verdict.ts';
import { checkQuota, type QuotaLeft } from './upload-quota.ts';

/** An accepted file that is not stored yet. The caller calls `discard` in any case. */
export interface ReceivedFile {
  readonly file: FinishedFile;
  /** Hash of all received bytes; the file is shorter when it was truncated. */
  readonly receivedSha256: string;
  readonly verdict: MediaVerdict;
  discard(): Promise<void>;
}

/** Incoming bytes, and their declared type. */
export interface IncomingUpload {
  readonly source: AsyncIterable<unknown>;
  /** Media type; null, `text/plain` or `application/octet-stream` when the sender does not know. */
  readonly declaredType: string | null;
  readonly signal?: AbortSignal | undefined;
  /** Account that sends it. */
  readonly accountId?: string | undefined;
  /** Remaining quota of the account; absent without a quota. */
  readonly quota?: QuotaLeft | null | undefined;
}

/** Dependencies of receiving. */
export interface ReceiveOptions {
  readonly incoming: IncomingFolder;
  readonly validator: MediaValidator;
  /** Most bytes by kind; the specification's limits when absent. */
  readonly caps?: Readonly<Record<FileKind, number>> | undefined;
}

/**
 * Receives and validates a file. Throws `unsupported_format`, `input_too_large` or `storage_failed`;
 * nothing stays behind then, and the rest of the stream is not read.
 */
export async function receiveUpload(
  { source, declaredType, signal, accountId, quota = null }: IncomingUpload,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const caps = options.caps ?? uploadCaps;
  const incoming = await options.incoming.create();
  try {
    const rules = { declaredType, caps, quota };
    const format = await copyIn(source, incoming, rules);
    const received = await incoming.finish();
    signal?.throwIfAborted();
    const verdict = await options.validator.validate(received.path, format, {
      signal,
      owner: accountId,
    });
    checkDeclaredType(declaredType, verdict.format);
    checkSize(received.sizeBytes, verdict.kind, caps);
    const file = await trim(received, verdict.trimToBytes);
    return { file, receivedSha256: received.sha256, verdict, discard: () => incoming.discard() };
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}

async function copyIn(
  source: AsyncIterable<unknown>,
  incoming: IncomingFile,
  rules: {
    readonly declaredType: string | null;
    readonly caps: Readonly<Record<FileKind, number>>;
    readonly quota: QuotaLeft | null;
  },
): Promise<FormatId> {
  let head: Uint8Array[] = [];
  let sizeBytes = 0;
  let format: FormatId | null = null;
  for await (const chunk of source) {
    invariant(chunk instanceof Uint8Array, 'A stream of bytes.');
    sizeBytes += chunk.byteLength;
    if (rules.quota !== null) {
      checkQuota(sizeBytes, rules.quota);
    }
    if (format === null) {
      head.push(chunk);
      if (sizeBytes < sniffBytes) {
        continue;
      }
      format = await readFormat(head, rules.declaredType);
    }
    checkSize(sizeBytes, formats[format].kind, rules.caps);
    for (const bytes of head.length === 0 ? [chunk] : head) {
      await incoming.write(bytes);
    }
    head = [];
  }
  if (sizeBytes === 0) {
    throw new AppError('unsupported_format', 'The file is empty.', {
      details: faultDetails('file_empty'),
    });
  }
  if (format === null) {
    format = await readFormat(head, rules.declaredType);
    checkSize(sizeBytes, formats[format].kind, rules.caps);
    for (const bytes of head) {
      await incoming.write(bytes);
    }
  }
  return format;
}

async function readFormat(
  head: readonly Uint8Array[],
  declaredType: string | null,
): Promise<FormatId> {
  const format = (await findFormat(Buffer.concat(head).subarray(0, sniffBytes))) ?? refuseFormat();
  // The kind of a container is known only after its tracks were read.
  checkDeclaredContainer(declaredType, format);
  return format;
}

function checkSize(
  sizeBytes: number,
  kind: FileKind,
  caps: Readonly<Record<FileKind, number>>,
): void {
  if (sizeBytes > caps[kind]) {
    const limitMb = Math.floor(caps[kind] / BYTES_PER_MB);
    throw new AppError(
      'input_too_large',
      `The ${kind} file is larger than the ${limitMb} MB that are accepted.`,
      { details: faultDetails('file_too_large', { max_mb: limitMb }) },
    );
  }
}

/** Truncates data after an image, such as a second file hidden there. */
async function trim(file: FinishedFile, trimToBytes: number | null): Promise<FinishedFile> {
  if (trimToBytes === null || trimToBytes >= file.sizeBytes) {
    return file;
  }
  const handle = await open(file.path, 'r+');
  try {
    await handle.truncate(trimToBytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  return { path: file.path, sha256: hash.digest('hex'), sizeBytes: trimToBytes };
}
