import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { InvariantError } from '../../base/errors.ts';
import type { Clock } from '../../base/clock.ts';
import type { InputFile } from '../../capabilities/media-file.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { insertBlob } from '../store/file-statements.ts';
import type { Db } from '../store/open.ts';
import type { FileRow } from '../store/schema.ts';
import type { StoredFile } from './end.ts';
import { readFacts } from './input-files.ts';
import type { FinishedRun } from './worker-messages.ts';

/** Puts a stored file where a worker can read it: a link where possible, otherwise a copy. */
export async function fetchInput(
  blobs: BlobStore,
  row: FileRow,
  path: string,
  signal: AbortSignal,
): Promise<InputFile> {
  if (!(await blobs.link(row.blob_hash, path))) {
    const target = createWriteStream(path, { flags: 'wx' });
    await pipeline(await blobs.open(row.blob_hash), target, { signal });
  }
  return {
    path,
    kind: row.kind,
    mime: row.mime,
    sizeBytes: row.size_bytes,
    facts: readFacts(row),
  };
}

/**
 * Moves what a run made into the blob store. The blob is known to the database first, so that the
 * sweep finds it when the job is ended by somebody else meanwhile.
 */
export async function storeOutput(
  parts: { readonly db: Db; readonly clock: Clock; readonly blobs: BlobStore },
  { output, sha256, sizeBytes }: FinishedRun,
): Promise<StoredFile> {
  if (!/^[a-z0-9]{1,8}$/.test(output.extension)) {
    throw new InvariantError('An extension is one to eight letters or digits.');
  }
  await insertBlob(parts.db, { hash: sha256, sizeBytes, nowMs: parts.clock.nowMs() });
  await parts.blobs.putFile({ path: output.path, sha256, sizeBytes });
  const { kind, mime, extension, facts } = output;
  return { blobHash: sha256, sizeBytes, kind, mime, extension, facts };
}
