/**
 * Runs networks on a pool of threads. Sessions stay loaded in their thread until they are closed, so only opening
 * loads. Calls of all sessions of a thread run one after the other; the number of waiting calls is bounded.
 */
import { SerialQueue } from '../../../base/serial-queue.ts';
import '../no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
import type { SessionMethods } from './session-entry.ts';
import type { PoolTensor, SessionFacts, SessionSource } from './messages.ts';

/** Network that is loaded in the pool. */
export interface PooledSession extends SessionFacts {
  /**
   * Runs the network. The memory of `feeds` is transferred to the thread and empty afterwards. Throws `at_capacity`
   * when too many calls wait, `cancelled` when `signal` fires before the run begins, and `processing_failed` when the
   * run fails or its thread dies.
   */
  run(
    feeds: Readonly<Record<string, PoolTensor>>,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, PoolTensor>>>;
  /** Frees the network after the calls that the thread has received. */
  close(): void;
}

/** Pool of threads that hold sessions. */
export interface SessionPool {
  /**
   * Loads a network into the thread with the fewest sessions. Throws `processing_failed` when it cannot be loaded, and
   * `cancelled` once the pool is closed.
   */
  open(source: SessionSource): Promise<PooledSession>;
  /** Ends the threads; running and waiting calls fail. */
  close(): Promise<void>;
}

/** Size of a pool. */
export interface SessionPoolOptions {
  /** Number of threads; by default the number of cores minus one, 1..4. */
  readonly threads?: number | undefined;
  /** Maximum number of running and waiting calls per thread; 16 by default. */
  readonly maxCalls?: number | undefined;
}

const MAX_THREADS = 4;
const DEFAULT_MAX_CALLS = 16;

/** Creates a pool; each thread starts with its first session. */
export function createSessionPool(options: SessionPoolOptions = {}): SessionPool {
  const count = options.threads ?? Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  const maxCalls = options.maxCalls ?? DEFAULT_MAX_CALLS;
  const threads = Array.from({ length: count }, () => new SessionThread(maxCalls));
  return {
    async open(source) {
      const thread = threads.reduce((best, next) =>
        next.sessionCount < best.sessionCount ? next : best,
      );
      return thread.open(source);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function createClosedError(): AppError {
  return new AppError('cancelled', 'The pool of models was closed.');
}

/** Thread that starts on demand, and again after it died. */
class SessionThread {
  readonly #maxCalls: number;
  readonly #host = new PeerHost<SessionMethods>({
    start: () => {
      this.#loaded.clear();
      const worker = new Worker(new URL('./session-entry.ts', import.meta.url));
      worker.unref();
      return toPeerThread(worker);
    },
    ended: (cause) =>
      new AppError('processing_failed', 'The thread of the models ended.', { cause }),
  });
  /** Queue that posts one call at a time to the thread, so that waiting calls can be cancelled. */
  readonly #calls = new SerialQueue();
  #callCount = 0;
  #lastSession = 0;
  /** Sessions loaded in the running thread. After a crash the next call of a session loads it again. */
  readonly #loaded = new Set<number>();
  #isClosed = false;
  sessionCount = 0;

  constructor(maxCalls: number) {
    this.#maxCalls = maxCalls;
  }

  async open(source: SessionSource): Promise<PooledSession> {
    this.#lastSession += 1;
    const session = this.#lastSession;
    this.sessionCount += 1;
    const facts = await this.#inTurn(async () => {
      if (this.#isClosed) {
        throw createClosedError();
      }
      return this.#load(session, source);
    }).catch((error: unknown) => {
      this.sessionCount -= 1;
      throw error;
    });
    return {
      ...facts,
      run: (feeds, signal) => this.#inTurn(() => this.#run(session, source, feeds), signal),
      close: () => {
        this.sessionCount -= 1;
        this.#host.post('close', session);
        this.#loaded.delete(session);
      },
    };
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    await this.#host.end(createClosedError());
  }

  async #inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#callCount >= this.#maxCalls) {
      throw new AppError(
        'at_capacity',
        `${this.#maxCalls} calls wait for this model; no more are taken.`,
      );
    }
    this.#callCount += 1;
    const result = this.#calls.run(async () => {
      if (signal?.aborted === true) {
        throw new AppError('cancelled', 'The call was withdrawn before the model ran.');
      }
      return work();
    });
    try {
      return await result;
    } finally {
      this.#callCount -= 1;
    }
  }

  async #load(session: number, source: SessionSource): Promise<SessionFacts> {
    const facts = await this.#host.call('open', { session, source });
    this.#loaded.add(session);
    return facts;
  }

  async #run(
    session: number,
    source: SessionSource,
    feeds: Readonly<Record<string, PoolTensor>>,
  ): Promise<Readonly<Record<string, PoolTensor>>> {
    if (this.#host.process === null || !this.#loaded.has(session)) {
      await this.#load(session, source);
    }
    const moved = new Set(Object.values(feeds).map(({ values }) => values.buffer));
    return this.#host.call('run', { session, feeds }, { transfer: [...moved] });
  }
}
