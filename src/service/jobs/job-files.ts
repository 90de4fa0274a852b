import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { InvariantError, invariant } from '../../base/errors.ts';
import type { Clock } from '../../base/clock.ts';
import type { InputFile } from '../../capabilities/media-file.ts';
import type { RunResult } from '../../capabilities/processor.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import type { ResultSignature } from '../../contract/job-details.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { IncomingFolder } from '../files/incoming.ts';
import { storeBytes } from '../files/sweep.ts';
import type { ResultSigner } from '../provenance/result-signer.ts';
import { openResult } from '../sandbox/open-result.ts';
import type { Db } from '../store/db.ts';
import type { FileRow } from '../store/schema.ts';
import type { StoredFile } from './end.ts';
import { readFacts } from './input-files.ts';

/** Bytes of a result that are copied at once. */
const COPY_BYTES = 524_288;

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

/** What results are stored with. */
interface OutputStores {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly incoming: IncomingFolder;
}

/** A result that a run left. */
interface OutputOrder {
  /** Where it has to lie. */
  readonly folder: string;
  readonly result: RunResult;
  readonly feature: JobFeature;
  /** Signs it on the way; absent: it stays as it is. */
  readonly signer: ResultSigner | undefined;
}

/**
 * Copies what a run left in its folder into the blob store: a worker that was taken over can name no other file, give
 * no wrong hash, and change nothing of the copy, nor does it see the key that results are signed with. What it changes while
 * the file is signed breaks its signature. It is for a row that is about to name it: who writes no such row abandons the bytes. Throws `processing_failed` when there is no such file.
 */
export async function storeOutput(
  { db, clock, blobs, incoming }: OutputStores,
  { folder, result, feature, signer }: OutputOrder,
): Promise<{ readonly output: StoredFile; readonly signature: ResultSignature }> {
  const { output } = result;
  if (!/^[a-z0-9]{1,8}$/.test(output.extension)) {
    throw new InvariantError('An extension is one to eight letters or digits.');
  }
  const made = await openResult(folder, output.path);
  const copy = await incoming.create();
  try {
    const signed = await signer?.sign({ handle: made, mime: output.mime, feature });
    const plain = (): AsyncIterable<unknown> =>
      made.createReadStream({ autoClose: false, start: 0, highWaterMark: COPY_BYTES });
    for await (const chunk of signed?.bytes ?? plain()) {
      invariant(chunk instanceof Uint8Array, 'A file gives bytes.');
      await copy.write(chunk);
    }
    const { path, sha256, sizeBytes } = await copy.finish();
    await storeBytes({ db, clock, blobs }, { path, sha256, sizeBytes });
    const { kind, mime, extension, facts } = output;
    return {
      output: { blobHash: sha256, sizeBytes, kind, mime, extension, facts },
      signature: signed?.signature ?? 'off',
    };
  } finally {
    await copy.discard();
    await made.close();
  }
}
