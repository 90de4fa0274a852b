import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { isJobFailureCode } from '../../contract/api/errors.ts';
import type { JobProgress } from '../../contract/job-details.ts';
import type { JobFailure } from './job.ts';
import type { FinishedRun, FromWorker, RunOrder, ToWorker } from './worker-messages.ts';

/** How a run ended. `died`: the process is gone; `aborted`: as was asked. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly result: FinishedRun }
  | { readonly kind: 'failed'; readonly failure: JobFailure }
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
  /** Gets the text a worker writes to its standard error. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** After an abort the process gets this long to stop by itself. */
const ABORT_GRACE_MS = 250;

const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SYSTEMROOT', 'LD_LIBRARY_PATH'];

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
export class Worker {
  readonly #launch: WorkerLaunch;
  #child: ChildProcess | null = null;
  #finish: ((outcome: RunOutcome) => void) | null = null;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(launch: WorkerLaunch) {
    this.#launch = launch;
  }

  /** Process id, null while there is no process. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Does one run; one at a time. Never rejects. */
  run(order: RunOrder, onProgress: (progress: JobProgress) => void): Promise<RunOutcome> {
    const child = this.#child ?? this.#start();
    const onMessage = (message: FromWorker): void => {
      if (message.type === 'progress') {
        onProgress(message.progress);
      } else {
        this.#finish?.(toOutcome(message));
      }
    };
    child.on('message', onMessage);
    return new Promise<RunOutcome>((resolve) => {
      this.#finish = (outcome) => {
        this.#finish = null;
        clearTimeout(this.#killTimer);
        child.off('message', onMessage);
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
    this.#child?.kill('SIGKILL');
  }

  #start(): ChildProcess {
    const { entry, registry, execPath, env, onLog } = this.#launch;
    const child = fork(entry, [registry], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--enable-source-maps', ...workerMemory.execArgv],
      env: { ...pickEnv(), ...shareCompileCache(), ...workerMemory.env, ...env },
      ...(execPath === undefined ? {} : { execPath }),
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => onLog?.(text));
    const onGone = (how: string): void => {
      if (this.#child === child) {
        this.#child = null;
        this.#finish?.({ kind: 'died', how });
      }
    };
    child.on('error', (error) => {
      onGone(error.message);
    });
    child.on('exit', (code, signal) => {
      onGone(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
    this.#child = child;
    return child;
  }

  #send(message: ToWorker): void {
    // A process that is going away reports it by 'exit'.
    this.#child?.send(message, () => undefined);
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
    case 'aborted':
      return { kind: 'aborted' };
  }
}

/** What was compiled once need not be compiled again; that saves a worker 40 MB for the compiler, and its start a second. */
export function shareCompileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** The variables of a process that does work: a few of those of the service, which may hold keys. */
export function pickEnv(): Record<string, string> {
  const picked = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  // Inside Electron the program is Electron, which has to be told to be Node.
  return { ...Object.fromEntries(picked), ELECTRON_RUN_AS_NODE: '1' };
}
