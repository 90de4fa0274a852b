/**
 * SHA-256 of a file while it is written. Small files are hashed in place; from 4 MB on a thread does
 * it, because hashing 500 MB takes 1.6 s on a processor without instructions for it, as long as
 * receiving the bytes.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { invariant } from '../../base/errors.ts';

/** A hash that takes whole batches, in order. */
export interface StreamHash {
  /** Adds the first `length` bytes of a batch, which has been written; resolves when it may be used again. */
  take(batch: ArrayBuffer, length: number): Promise<ArrayBuffer>;
  /** Hex digest of everything taken. Once. */
  digest(): Promise<string>;
  /** Ends the thread, if there is one. */
  close(): Promise<void>;
}

/** What a thread is asked: to take a batch, which it gives back, or for the hash of everything. */
export type HashRequest = { readonly batch: ArrayBuffer; readonly length: number } | 'digest';

/** What a thread reads itself before the first batch. */
export interface HashedBeginning {
  readonly path: string;
  readonly sizeBytes: number;
}

const threadFromBytes = 4_194_304;
/** More uploads at a time than this hash in place; the processor is busy then anyway. */
const maxThreads = 2;
let threads = 0;

/** Opens a hash for the file at `path`; the caller closes it. */
export function openStreamHash(path: string): StreamHash {
  const inPlace = createHash('sha256');
  let takenBytes = 0;
  let thread: StreamHash | null = null;
  return {
    async take(batch, length) {
      if (thread === null && takenBytes >= threadFromBytes && threads < maxThreads) {
        thread = openThread(path, takenBytes);
      }
      if (thread !== null) {
        return thread.take(batch, length);
      }
      takenBytes += length;
      inPlace.update(new Uint8Array(batch, 0, length));
      return batch;
    },
    digest: () => (thread === null ? Promise.resolve(inPlace.digest('hex')) : thread.digest()),
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
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
    waiting.splice(0).forEach(({ reject }) => reject(failure));
  };
  worker.on('message', (answer) => waiting.shift()?.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The hashing thread ended.')));
  let isOpen = true;

  async function ask(message: HashRequest, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    if (failure !== null) {
      throw failure;
    }
    const answer = Promise.withResolvers<unknown>();
    waiting.push(answer);
    worker.postMessage(message, transfer);
    return answer.promise;
  }

  return {
    async take(batch, length) {
      const emptied = await ask({ batch, length }, [batch]);
      invariant(emptied instanceof ArrayBuffer, 'The thread gives the batch back.');
      return emptied;
    },
    async digest() {
      const digest = await ask('digest', []);
      invariant(typeof digest === 'string', 'The thread answers with the hash.');
      return digest;
    },
    async close() {
      if (isOpen) {
        isOpen = false;
        threads -= 1;
        await worker.terminate();
      }
    },
  };
}
