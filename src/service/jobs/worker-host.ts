import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../base/errors.ts';
import { PeerHost } from '../../base/peer/peer-host.ts';
import { isJobFailureCode } from '../../contract/api/errors.ts';
import type { RenderedSegment, RunResult } from '../../capabilities/processor.ts';
import { type JobProgress, jobProgressSchema } from '../../contract/job-details.ts';
import { type StartedPeer, startPeerProcess } from '../sandbox/process-peer.ts';
import { openWorkerCaches } from '../sandbox/worker-caches.ts';
import { workerMemoryBytes } from '../sandbox/worker-memory.ts';
import type { JobFailure } from './job.ts';
import type { WorkerMethods } from './worker-entry.ts';
import { type RunOrder, type RunReply, runReplySchema } from './worker-messages.ts';
import { pickEnv } from '../process/pick-env.ts';

/**
 * Outcome of a run. `segment`: others follow; `whole`: the job's segments are unusable; `unwritten`: no disk
 * space for its result; `died`: the process is gone; `aborted`: on request.
 */
export type RunOutcome =
  | { readonly kind: 'done'; readonly result: RunResult }
  | { readonly kind: 'segment'; readonly segment: RenderedSegment }
  | { readonly kind: 'whole' }
  | { readonly kind: 'failed'; readonly failure: JobFailure }
  | { readonly kind: 'unwritten'; readonly why: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'died'; readonly how: string };

/** Launch options of worker processes. */
export interface WorkerLaunch {
  /** Module that runs in the process: `worker-entry.ts`, or its bundle. */
  readonly entry: string;
  /** Address (URL) of the registry module. */
  readonly registry: string;
  /** Node, unless this process itself is not one (Electron). */
  readonly execPath?: string | undefined;
  /** Variables beside the few that are passed on; the service's own are not, because they hold secrets. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Writable memory of the process; an allocation beyond it fails, and with it the job. */
  readonly memoryBytes?: number | undefined;
  /** Gets the text a worker writes to its standard error. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** Folders that outlive the process of a worker, which sees no other files of jobs. */
export interface WorkerFolders {
  /** Folder it may read and not change. */
  readonly inputs: string;
  /** Folder it may write. */
  readonly results: string;
}

/** Time for the process to stop by itself after an abort. */
const ABORT_GRACE_MS = 250;

/** Options that keep a worker process small. */
export const workerMemory = {
  /** Frames use retained memory; a larger young generation only makes the process larger. */
  execArgv: ['--max-semi-space-size=2'],
  /**
   * The C library returns the memory of freed frames to the system, and does not keep a heap for every thread:
   * 30 MB and 15 MB less during the rendering of a video.
   */
  env: { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '2' },
} as const;

interface WorkerProcess extends StartedPeer {
  /** Folder of models that it may read. */
  readonly models: string | null;
}

/** One worker process: started with the first run, reused for the next ones. */
export class WorkerHost {
  readonly #launch: WorkerLaunch;
  readonly #folders: WorkerFolders;
  readonly #host = new PeerHost<WorkerMethods, WorkerProcess>({
    start: () => this.#start(),
    ended: (how) => new AppError('processing_failed', how instanceof Error ? how.message : 'ended'),
  });
  #models: string | null = null;
  #stop: AbortController | null = null;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(launch: WorkerLaunch, folders: WorkerFolders) {
    this.#launch = launch;
    this.#folders = folders;
  }

  /** Process id, null while there is no process. */
  get pid(): number | null {
    return this.#host.process?.child.pid ?? null;
  }

  /** Does one run; one at a time. Never rejects. */
  async run(order: RunOrder, onProgress: (progress: JobProgress) => void): Promise<RunOutcome> {
    this.#models = order.packs?.folder ?? null;
    if (this.#host.process !== null && this.#host.process.models !== this.#models) {
      void this.#host.end(); // The process has no access to the present folder of models.
    }
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const reply = await this.#host.call('run', order, {
        signal: stop.signal,
        onProgress: (progress) => onProgress(jobProgressSchema.parse(progress)),
      });
      return toOutcome(reply);
    } catch (error) {
      const isAborted =
        stop.signal.aborted && error instanceof AppError && error.code === 'cancelled';
      return isAborted
        ? { kind: 'aborted' }
        : { kind: 'died', how: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#stop = null;
      clearTimeout(this.#killTimer);
    }
  }

  /** Makes the current run end: asks, and kills the process a moment later. */
  abort(): void {
    if (this.#stop !== null) {
      this.#stop.abort();
      clearTimeout(this.#killTimer);
      this.#killTimer = setTimeout(() => {
        this.kill();
      }, ABORT_GRACE_MS);
    }
  }

  /** Ends the process now; a current run ends as `died`. */
  kill(): void {
    this.#host.process?.child.kill('SIGKILL');
  }

  #start(): WorkerProcess {
    const { entry, registry, execPath, env, memoryBytes = workerMemoryBytes, onLog } = this.#launch;
    const { inputs, results } = this.#folders;
    const caches = openWorkerCaches('job');
    const models = this.#models === null ? [] : [this.#models];
    const started = startPeerProcess<WorkerMethods>({
      entry,
      args: [registry],
      execPath,
      execArgv: ['--enable-source-maps', ...workerMemory.execArgv],
      env: { ...pickEnv(), ...caches.env, ...workerMemory.env, ...env },
      schemas: { answers: { run: runReplySchema }, progress: jobProgressSchema },
      stderr: 'pipe',
      grants: {
        readable: [inputs, dirname(fileURLToPath(registry)), ...models],
        writable: [results, ...caches.writable],
        hasGpu: models.length > 0,
      },
      limits: { memoryBytes },
    });
    started.child.stderr?.setEncoding('utf8').on('data', (text: string) => onLog?.(text));
    return { ...started, models: this.#models };
  }
}

function toOutcome(message: RunReply): RunOutcome {
  switch (message.type) {
    case 'done':
      return { kind: 'done', result: message.result };
    case 'segment':
      return { kind: 'segment', segment: message.segment };
    case 'whole':
      return { kind: 'whole' };
    case 'failed': {
      if (!isJobFailureCode(message.code)) {
        return { kind: 'failed', failure: { code: 'processing_failed', message: message.message } };
      }
      const { code, message: text, details } = message;
      return { kind: 'failed', failure: { code, message: text, details } };
    }
    case 'unwritten':
      return { kind: 'unwritten', why: message.why };
    case 'aborted':
      return { kind: 'aborted' };
  }
}
