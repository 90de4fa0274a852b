import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../base/errors.ts';
import { faultDetails } from '../base/faults.ts';
import { detectContentType, SNIFF_BYTES } from './content-type.ts';

/**
 * Source of an upload: a file on disk, or bytes with a name. With `sha256` (lower-case hex) a file is sent only
 * when its content matches: it is read once before anything is sent, and its end is withheld until all of it
 * matched.
 */
export type UploadSource =
  | { readonly path: string; readonly sha256?: string | null | undefined }
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string };

/** Progress of an upload or download, in bytes. `totalBytes` is null when unknown. */
export interface TransferProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | null;
}

/** A multipart body that can be sent more than once. */
export interface MultipartBody {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Opens the body from its start. `onBytes` gets the file bytes handed over so far. */
  open(onBytes: (doneBytes: number) => void): ReadableStream<Uint8Array>;
  readonly fileBytes: number;
}

/** An opened source whose content matched its hash. */
export interface OpenedUpload {
  readonly name: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Reads it from its start; the last chunk comes only after the whole content matched the hash. */
  read(): AsyncIterable<Uint8Array>;
}

interface OpenedSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly head: Uint8Array;
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Opens a source. Throws `invalid_input` when the file cannot be read, is empty or does not match the given
 * hash.
 */
export async function openUpload(source: UploadSource): Promise<OpenedUpload> {
  const file = 'path' in source ? await openFile(source.path) : openBytes(source);
  const sha256 = ('path' in source ? source.sha256 : null) ?? null;
  if (sha256 !== null) {
    await requireContent(file, sha256);
  }
  return {
    name: file.name,
    sizeBytes: file.sizeBytes,
    contentType: await detectContentType(file.head, file.name),
    read: () => holdEnd(readOrExplain(file), file.name, sha256),
  };
}

/** Wraps a source as the one part `file`. A file is read while it is sent, never held in memory. */
export function createMultipart(file: OpenedUpload): MultipartBody {
  const boundary = `guise-${randomUUID()}`;
  const encoder = new TextEncoder();
  const start = encoder.encode(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${quoteName(file.name)}"\r\n` +
      `Content-Type: ${file.contentType}\r\n\r\n`,
  );
  const end = encoder.encode(`\r\n--${boundary}--\r\n`);
  async function* parts(onBytes: (doneBytes: number) => void): AsyncGenerator<Uint8Array> {
    yield start;
    let doneBytes = 0;
    for await (const chunk of file.read()) {
      yield chunk;
      doneBytes += chunk.byteLength;
      onBytes(doneBytes);
    }
    yield end;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: start.byteLength + file.sizeBytes + end.byteLength,
    fileBytes: file.sizeBytes,
    open: (onBytes) => ReadableStream.from(parts(onBytes)),
  };
}

async function openFile(filePath: string): Promise<OpenedSource> {
  const name = path.basename(filePath);
  try {
    await using file = await open(filePath);
    const stat = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    requireFile(stat.isFile() && stat.size > 0, name);
    return {
      name,
      sizeBytes: stat.size,
      head: buffer.subarray(0, bytesRead),
      // A file that grows meanwhile must not exceed the announced length.
      read: () => createReadStream(filePath, { end: stat.size - 1, highWaterMark: 262_144 }),
    };
  } catch (error) {
    throw error instanceof AppError ? error : createUnreadableError(name, error);
  }
}

/** Reads a source; reports a file that fails or shrinks meanwhile, instead of a broken connection. */
async function* readOrExplain(file: OpenedSource): AsyncGenerator<Uint8Array> {
  let doneBytes = 0;
  try {
    for await (const chunk of file.read()) {
      doneBytes += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    throw createUnreadableError(file.name, error);
  }
  if (doneBytes !== file.sizeBytes) {
    throw new AppError('invalid_input', `The file ${file.name} changed while it was sent.`, {
      details: faultDetails('file_changed'),
    });
  }
}

async function requireContent(file: OpenedSource, sha256: string): Promise<void> {
  const digest = createHash('sha256');
  await pipeline(readOrExplain(file), digest);
  requireDigest(digest.digest('hex'), sha256, file.name);
}

/** Yields the last chunk only when the whole content matched the hash. */
async function* holdEnd(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
  sha256: string | null,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let held: Uint8Array | null = null;
  for await (const piece of pieces) {
    if (held !== null) {
      yield held;
    }
    held = piece;
    if (sha256 !== null) {
      digest.update(piece);
    }
  }
  if (sha256 !== null) {
    requireDigest(digest.digest('hex'), sha256, name);
  }
  if (held !== null) {
    yield held;
  }
}

function requireDigest(found: string, wanted: string, name: string): void {
  if (found !== wanted) {
    throw new AppError(
      'invalid_input',
      `The file ${name} is not what it was when it was chosen, and was not sent. Choose it again.`,
      { details: faultDetails('file_changed') },
    );
  }
}

function createUnreadableError(name: string, cause: unknown): AppError {
  return new AppError('invalid_input', `The file ${name} cannot be read.`, {
    cause,
    details: faultDetails('file_unreadable'),
  });
}

function openBytes({ bytes, name }: { bytes: Uint8Array; name: string }): OpenedSource {
  requireFile(bytes.byteLength > 0, name);
  return {
    name,
    sizeBytes: bytes.byteLength,
    head: bytes.subarray(0, SNIFF_BYTES),
    read: () => [bytes],
  };
}

function requireFile(isUsable: boolean, name: string): void {
  if (!isUsable) {
    throw new AppError('invalid_input', `${name} is empty or not a file.`, {
      details: faultDetails('file_empty'),
    });
  }
}

/** A name inside quotes of a header, as browsers write it. */
function quoteName(name: string): string {
  return name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
}
