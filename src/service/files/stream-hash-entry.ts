/**
 * Hashing thread: consumes batches in order, returns their memory, and answers with the hash at the end. It
 * imports nothing but Node and the peer, so that it is small and starts quickly.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { Transferred } from '../../base/peer/serve-peer.ts';
import { serveThread } from '../../engine/threads/serve-thread.ts';

/** First bytes, which the thread reads itself. */
export interface HashedBeginning {
  readonly path: string;
  readonly sizeBytes: number;
}

const hash = createHash('sha256');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `openThread` of this program
hashBeginning(workerData as HashedBeginning);

const methods = {
  update({ batch, length }: { readonly batch: ArrayBuffer; readonly length: number }) {
    hash.update(new Uint8Array(batch, 0, length));
    return new Transferred(batch, [batch]);
  },
  digest: () => hash.digest('hex'),
};

/** Methods of the thread: hash a batch, whose buffer it returns, and finish with the hash. */
export type HashMethods = typeof methods;

serveThread(methods);

/** Hashes the bytes that were written to the file before this thread was started. */
function hashBeginning({ path, sizeBytes }: HashedBeginning): void {
  const bytes = new Uint8Array(65_536);
  const file = openSync(path, 'r');
  try {
    let at = 0;
    while (at < sizeBytes) {
      const read = readSync(file, bytes, 0, Math.min(bytes.length, sizeBytes - at), at);
      if (read === 0) {
        throw new Error('The beginning is not in the file.');
      }
      hash.update(bytes.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(file);
  }
}
