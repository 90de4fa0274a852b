import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJobFailureCode } from '../../contract/api/errors.ts';
import type { RunResult } from '../../capabilities/processor.ts';
import type { JobProgress } from '../../contract/job-details.ts';
import { type StartedProcess, startProcess } from '../sandbox/start-process.ts';
import { openWorkerCaches } from '../sandbox/worker-caches.ts';
import { workerMemoryBytes } from '../sandbox/worker-memory.ts';
import type { JobFailure } from './job.ts';
import {
  type FromWorker,
  fromWorkerSchema,
  type RunOrder,
  type ToWorker,
} from './worker-messages.ts';
import { pickEnv } from '../process/pick-env.ts';

/** How a run ended. `unwritten`: its result found no room; `died`: the process is gone; `aborted`: as was asked. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly result: RunResult }
  | { readonly kind: 'failed'; readonly failure: JobFailure }
  | { readonly kind: 'unwritten'; readonly why: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'died'; readonly how: string };

/** How to start worker processes. */
export interface WorkerLaunch {
  /** Module that runs in the process: `worker-entry.ts`, or its bundle. */
  readonly entry: string;
  /** Address (URL) of the registry module. */
  readonly registry: string;
  /** Node, unless this process itself is not one (Electron). */
  readonly execPath?: string | undefined;
  /** Variables beside the few that are passed on; the service's own are not, because they hold secrets. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What the process may write to; a decoder that wants more is told so, and the job fails. */
  readonly memoryBytes?: number | undefined;
  /** Gets the text a worker writes to its standard error. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** Folders that outlive the process of a worker, which sees no other files of jobs. */
export interface WorkerFolders {
  /** It reads what lies here, and cannot change it. */
  readonly inputs: string;
  /** It writes here. */
  readonly results: string;
}

/** After an abort the process gets this long to stop by itself. */
const ABORT_GRACE_MS = 250;

/** What keeps the process of a worker small. */
export const workerMemory = {
  /** Frames are handled in memory that is kept; room for more garbage only makes the process larger. */
  execArgv: ['--max-semi-space-size=2'],
  /**
   * The C library gives pictures back to the system when they are freed, and does not keep a heap for every thread:
   * 30 MB and 15 MB less while a video is rendered.
   */
  env: { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '2' },
} as const;

/** One worker process: started with the first run, kept for the next ones. */
export class WorkerHost {
  readonly #launch: WorkerLaunch;
  readonly #folders: WorkerFolders;
  #process: StartedProcess<FromWorker> | null = null;
  /** Folder of models that the process may read. */
  #models: string | null = null;
  #finish: ((outcome: RunOutcome) => void) | null = null;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(launch: WorkerLaunch, folders: WorkerFolders) {
    this.#launch = launch;
    this.#folders = folders;
  }

  /** Process id, null while there is no process. */
  get pid(): number | null {
    return this.#process?.child.pid ?? null;
  }

  /** Does one run; one at a time. Never rejects. */
  run(order: RunOrder, onProgress: (progress: JobProgress) => void): Promise<RunOutcome> {
    const started = this.#open(order.packs?.folder ?? null);
    started.listen((message) => {
      if (message.type === 'progress') {
        onProgress(message.progress);
      } else {
        this.#finish?.(toOutcome(message));
      }
    });
    return new Promise<RunOutcome>((resolve) => {
      this.#finish = (outcome) => {
        this.#finish = null;
        clearTimeout(this.#killTimer);
        started.listen(null);
        resolve(outcome);
      };
      this.#send({ type: 'run', order });
    });
  }

  /** Makes the current run end: asks, and kills the process a moment later. */
  abort(): void {
    if (this.#finish !== null) {
      this.#send({ type: 'abort' });
      clearTimeout(this.#killTimer);
      this.#killTimer = setTimeout(() => {
        this.kill();
      }, ABORT_GRACE_MS);
    }
  }

  /** Ends the process now; a current run ends as `died`. */
  kill(): void {
    this.#process?.child.kill('SIGKILL');
  }

  /** The process, replaced when it may not read the folder of models that is used now. */
  #open(models: string | null): StartedProcess<FromWorker> {
    if (this.#process !== null && this.#models === models) {
      return this.#process;
    }
    this.kill();
    this.#models = models;
    return this.#start();
  }

  #start(): StartedProcess<FromWorker> {
    const { entry, registry, execPath, env, memoryBytes = workerMemoryBytes, onLog } = this.#launch;
    const { inputs, results } = this.#folders;
    const caches = openWorkerCaches('job');
    const models = this.#models === null ? [] : [this.#models];
    const started = startProcess({
      entry,
      args: [registry],
      execPath,
      execArgv: ['--enable-source-maps', ...workerMemory.execArgv],
      env: { ...pickEnv(), ...caches.env, ...workerMemory.env, ...env },
      messages: fromWorkerSchema,
      stderr: 'pipe',
      grants: {
        readable: [inputs, dirname(fileURLToPath(registry)), ...models],
        writable: [results, ...caches.writable],
        hasGpu: models.length > 0,
      },
      limits: { memoryBytes },
    });
    const { child } = started;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => onLog?.(text));
    const onGone = (how: string): void => {
      if (this.#process === started) {
        this.#process = null;
        this.#finish?.({ kind: 'died', how });
      }
    };
    child.on('error', (error) => {
      onGone(error.message);
    });
    // Not at 'exit': what runs inside a sandbox holds its pipe a moment longer.
    child.on('close', (code, signal) => {
      onGone(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
    this.#process = started;
    return started;
  }

  #send(message: ToWorker): void {
    this.#process?.send(message);
  }
}

function toOutcome(message: Exclude<FromWorker, { type: 'progress' }>): RunOutcome {
  switch (message.type) {
    case 'done':
      return { kind: 'done', result: message.result };
    case 'failed': {
      const code = isJobFailureCode(message.code) ? message.code : 'processing_failed';
      return { kind: 'failed', failure: { code, message: message.message } };
    }
    case 'unwritten':
      return { kind: 'unwritten', why: message.why };
    case 'aborted':
      return { kind: 'aborted' };
  }
}
