/**
 * SHA-256 of a file while it is written. Small files are hashed in place; from 4 MB on a thread does it,
 * because hashing 500 MB takes 1.6 s on a CPU without SHA instructions, as long as receiving the bytes.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { Peer } from '../../base/peer/peer.ts';
import { toPeerThread } from '../../engine/threads/thread-peer.ts';
import type { HashedBeginning, HashMethods } from './stream-hash-entry.ts';

/** A hash that takes whole batches, in order. */
export interface StreamHash {
  /** Adds the first `length` bytes of a batch, which has been written; resolves when it may be used again. */
  update(batch: ArrayBuffer, length: number): Promise<ArrayBuffer>;
  /** Hex digest of everything taken. Once. */
  digest(): Promise<string>;
  /** Ends the thread, if there is one. */
  close(): Promise<void>;
}

const threadFromBytes = 4_194_304;
/** More concurrent uploads than this are hashed in place; the CPU is busy then anyway. */
const maxThreads = 2;
let threads = 0;

/** Opens a hash for the file at `path`; the caller closes it. */
export function openStreamHash(path: string): StreamHash {
  const inThisThread = createHash('sha256');
  let hashedBytes = 0;
  let thread: StreamHash | null = null;
  return {
    async update(batch, length) {
      if (thread === null && hashedBytes >= threadFromBytes && threads < maxThreads) {
        thread = openThread(path, hashedBytes);
      }
      if (thread !== null) {
        return thread.update(batch, length);
      }
      hashedBytes += length;
      inThisThread.update(new Uint8Array(batch, 0, length));
      return batch;
    },
    digest: () => (thread === null ? Promise.resolve(inThisThread.digest('hex')) : thread.digest()),
    async close() {
      await thread?.close();
    },
  };
}

function openThread(path: string, sizeBytes: number): StreamHash {
  threads += 1;
  const worker = new Worker(new URL('./stream-hash-entry.ts', import.meta.url), {
    workerData: { path, sizeBytes } satisfies HashedBeginning,
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 16 },
  });
  const thread = toPeerThread(worker);
  const peer = new Peer<HashMethods>(
    thread,
    (cause) => cause ?? new Error('The hashing thread ended.'),
  );
  let isOpen = true;
  return {
    update: (batch, length) => peer.call('update', { batch, length }, { transfer: [batch] }),
    digest: () => peer.call('digest', undefined),
    async close() {
      if (isOpen) {
        isOpen = false;
        threads -= 1;
        await thread.kill();
      }
    },
  };
}
