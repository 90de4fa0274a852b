import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import type { ManifestAssertion } from './manifest.ts';

/** A part of the file that is made: bytes, or a range of the file it is made of. */
export interface FilePart {
  readonly from: Uint8Array | FileRange;
  /** True when the hash of the manifest covers the part. */
  readonly isHashed: boolean;
  /** True when the part is in the file; some formats also hash the offset of a part, which is not. */
  readonly isWritten: boolean;
}

/** Bytes from `start` up to but without `end`. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** Embedding of a manifest into a file of some format. */
export interface Embedding {
  /** Binds a manifest of this length to the file by the hash of the hashed parts. */
  readonly bind: (manifestBytes: number, sha256: Uint8Array) => ManifestAssertion;
  /** The file with the manifest in it, part by part. The bytes of parts that are hashed depend on its length alone. */
  readonly arrange: (manifest: Uint8Array) => readonly FilePart[];
}

/** A file that is read where one likes. */
export interface SourceFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

/** A part that is written and hashed. */
export function toHashedPart(from: Uint8Array | FileRange): FilePart {
  return { from, isHashed: true, isWritten: true };
}

/** A part that is written and not hashed. */
export function toUnhashedPart(from: Uint8Array | FileRange): FilePart {
  return { from, isHashed: false, isWritten: true };
}

/** Exactly these bytes of a file. Throws `unsupported_format` when it ends before. */
export async function readRange(
  { handle, sizeBytes }: SourceFile,
  { start, end }: FileRange,
): Promise<Buffer> {
  if (end > sizeBytes) {
    throw refuseToSign('it ends too early');
  }
  const bytes = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) {
      throw refuseToSign('it ends too early');
    }
    filled += bytesRead;
  }
  return bytes;
}

/** Builds the error for a file that cannot be signed. */
export function refuseToSign(why: string): AppError {
  return new AppError('unsupported_format', `The file cannot be signed: ${why}.`);
}
