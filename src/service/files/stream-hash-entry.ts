/**
 * The hashing thread: takes batches in order, gives the memory back, answers with the hash at the end.
 * It imports nothing but Node, so that it is small and starts at once.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { HashedBeginning, HashRequest } from './stream-hash-host.ts';

const hash = createHash('sha256');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `openThread` of this program
hashBeginning(workerData as HashedBeginning);

parentPort?.on('message', (request: HashRequest) => {
  if (request === 'digest') {
    parentPort?.postMessage(hash.digest('hex'), []);
    parentPort?.close();
    return;
  }
  hash.update(new Uint8Array(request.batch, 0, request.length));
  parentPort?.postMessage(request.batch, [request.batch]);
});

/** The bytes that were written before this thread was started lie in the file. */
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
