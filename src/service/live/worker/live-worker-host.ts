/**
 * The process that swaps one session at a time. Its messages are its own, not those of a peer: it reports unasked, and
 * a change has a number of its session, because the next worker is sent what one that was lost did not answer.
 */
import { fileURLToPath } from 'node:url';
import { pickEnv } from '../../process/pick-env.ts';
import { startProcess } from '../../sandbox/start-process.ts';
import { workerMemoryBytes } from '../../sandbox/worker-memory.ts';
import { openWorkerCaches } from '../../sandbox/worker-caches.ts';
import { type FromLiveWorker, fromLiveWorkerSchema, type ToLiveWorker } from './worker-messages.ts';

/** A live worker process as the service sees it. */
export interface LiveWorker {
  readonly pid: number | null;
  readonly isAlive: boolean;
  /** Sessions it was given so far. */
  sessions: number;
  send(message: ToLiveWorker): void;
  /** Hears messages, and once that the process is gone; one listener at a time. */
  listen(listener: LiveWorkerListener | null): void;
  /** Ends the process now. */
  kill(): void;
}

/** Who uses a worker. */
export interface LiveWorkerListener {
  onMessage(message: FromLiveWorker): void;
  /** `isDrained`: its machine is taken down, and nothing went wrong. */
  onGone(how: string, isDrained?: boolean): void;
}

const entry = new URL('./live-worker-entry.ts', import.meta.url);

/** Starts a process. `onLog` gets what it writes to its standard error. */
export function startLiveWorker(onLog: (text: string) => void): LiveWorker {
  const caches = openWorkerCaches('live');
  const started = startProcess({
    entry: fileURLToPath(entry),
    messages: fromLiveWorkerSchema,
    stderr: 'pipe',
    // Pictures are handled in memory that is kept or given back at once; more room would fill with garbage only.
    execArgv: ['--enable-source-maps', '--max-semi-space-size=4'],
    env: { ...pickEnv(), ...caches.env },
    // The media room is a peer of its native WebRTC stack.
    grants: { writable: caches.writable, hasNetwork: true },
    limits: { memoryBytes: workerMemoryBytes },
  });
  const { child } = started;
  let listener: LiveWorkerListener | null = null;
  /** Neither gone nor killed, which is told as gone a moment later. */
  let isAlive = true;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // The encoder warns that cameras are not exact clocks.
    if (!text.startsWith('[OpenH264]')) {
      onLog(text);
    }
  });
  started.listen((message) => listener?.onMessage(message));
  const end = ({ message }: Error): void => {
    isAlive = false;
    listener?.onGone(message);
  };
  void started.gone.then(end);
  return {
    sessions: 0,
    get pid() {
      return child.pid ?? null;
    },
    get isAlive() {
      return isAlive;
    },
    send(message) {
      started.send(message);
    },
    listen(next) {
      listener = next;
    },
    kill() {
      isAlive = false;
      child.kill('SIGKILL');
    },
  };
}
