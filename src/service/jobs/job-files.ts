import { createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
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

/** Makes a stored file readable for a worker: a link where possible, otherwise a copy. */
export async function fetchInput(
  blobs: BlobStore,
  row: FileRow,
  path: string,
  signal: AbortSignal,
): Promise<InputFile> {
  await fetchBlob(blobs, row.blob_hash, { path, signal });
  return {
    path,
    kind: row.kind,
    mime: row.mime,
    sizeBytes: row.size_bytes,
    facts: readFacts(row),
  };
}

/** The bytes of {@link fetchInput}. */
export async function fetchBlob(
  blobs: BlobStore,
  hash: string,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<void> {
  if (!(await blobs.link(hash, path))) {
    // Opened first: a stream into a file has it open already, and only a pipeline closes it.
    const bytes = await blobs.open(hash);
    await pipeline(bytes, createWriteStream(path, { flags: 'wx' }), { signal });
  }
}

/** Dependencies for storing results. */
export interface OutputStores {
  readonly db: Db;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly incoming: IncomingFolder;
}

/** A result that a run left. */
interface OutputOrder {
  /** Folder that has to contain the result. */
  readonly folder: string;
  readonly result: RunResult;
  readonly feature: JobFeature;
  /** Signs the result during the copy; when absent, it stays unchanged. */
  readonly signer: ResultSigner | undefined;
}

/** Bytes in the blob store, which a row is about to name: who writes no such row abandons them. */
interface MadeBytes {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Copies the result of a run from its folder into the blob store: a compromised worker can neither name another
 * file, nor supply a wrong hash, nor change the copy, nor see the signing key. A change of the file during
 * signing breaks its signature. Throws `processing_failed` when there is no such file.
 */
export async function storeRunFile(
  { db, clock, blobs, incoming }: OutputStores,
  made: {
    readonly folder: string;
    readonly path: string;
    readonly sign?: ((handle: FileHandle) => ReturnType<ResultSigner['sign']>) | undefined;
  },
): Promise<MadeBytes & { readonly signature: ResultSignature }> {
  const handle = await openResult(made.folder, made.path);
  const copy = await incoming.create();
  try {
    const signed = await made.sign?.(handle);
    const plain = (): AsyncIterable<unknown> =>
      handle.createReadStream({ autoClose: false, start: 0, highWaterMark: COPY_BYTES });
    for await (const chunk of signed?.bytes ?? plain()) {
      invariant(chunk instanceof Uint8Array, 'A file gives bytes.');
      await copy.write(chunk);
    }
    const { path, sha256, sizeBytes } = await copy.finish();
    await storeBytes({ db, clock, blobs }, { path, sha256, sizeBytes });
    return { sha256, sizeBytes, signature: signed?.signature ?? 'off' };
  } finally {
    await copy.discard();
    await handle.close();
  }
}

/** Stores the result of a run, signed. See {@link storeRunFile}. */
export async function storeOutput(
  stores: OutputStores,
  { folder, result, feature, signer }: OutputOrder,
): Promise<{ readonly output: StoredFile; readonly signature: ResultSignature }> {
  const { output } = result;
  if (!/^[a-z0-9]{1,8}$/.test(output.extension)) {
    throw new InvariantError('An extension is one to eight letters or digits.');
  }
  const { kind, mime, extension, facts } = output;
  const { sha256, sizeBytes, signature } = await storeRunFile(stores, {
    folder,
    path: output.path,
    sign: signer && ((handle) => signer.sign({ handle, mime, feature })),
  });
  return {
    output: { blobHash: sha256, sizeBytes, kind, mime, extension, facts },
    signature,
  };
}
