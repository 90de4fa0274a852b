/**
 * Process that swaps one session at a time. Its messages are not those of a peer: it reports unasked, and a
 * change has a number within its session, because the next worker is sent the changes that a lost one did not
 * answer.
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
  /** Receives messages, and once the end of the process; one listener at a time. */
  listen(listener: LiveWorkerListener | null): void;
  /** Ends the process now. */
  kill(): void;
}

/** User of a worker. */
export interface LiveWorkerListener {
  onMessage(message: FromLiveWorker): void;
  /** `isDrained`: its machine is being shut down, without a fault. */
  onExit(how: string, isDrained?: boolean): void;
}

const entry = new URL('./live-worker-entry.ts', import.meta.url);

/** Starts a process. `onLog` receives its standard error. */
export function startLiveWorker(onLog: (text: string) => void): LiveWorker {
  const caches = openWorkerCaches('live');
  const started = startProcess({
    entry: fileURLToPath(entry),
    messages: fromLiveWorkerSchema,
    stderr: 'pipe',
    // Frames use retained memory or memory that is freed at once; a larger young generation would only fill
    // with garbage.
    execArgv: ['--enable-source-maps', '--max-semi-space-size=4'],
    env: { ...pickEnv(), ...caches.env },
    // The native WebRTC stack connects to the media room as a peer.
    grants: { writable: caches.writable, hasNetwork: true },
    limits: { memoryBytes: workerMemoryBytes },
  });
  const { child } = started;
  let listener: LiveWorkerListener | null = null;
  /** Neither gone nor killed; a kill is reported as gone a moment later. */
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
    listener?.onExit(message);
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
