import { AppError } from '../../../base/errors.ts';
import { type LiveWorker, startLiveWorker } from './live-worker-host.ts';

/** An idle worker keeps its networks that long. */
const IDLE_MS = 5 * 60_000;
/** Native parts of a process wear out; after so many sessions a new one takes its place. */
const MAX_SESSIONS = 20;

/** The live workers of a service: one per session, and at most one that waits for the next; so many in all. */
export interface LiveWorkers {
  /** Starts one that waits, when none does; it makes a character of `image` beforehand. */
  warmUp(image?: Uint8Array): void;
  /** Throws `at_capacity` when as many run as may. */
  acquire(): LiveWorker;
  /** Takes one back that has left its session. */
  giveBack(worker: LiveWorker): void;
  readonly pids: readonly number[];
  /** Kills all of them. */
  close(): void;
}

/** No process runs at first. */
export function createLiveWorkers({
  idleMs = IDLE_MS,
  maxSessions,
  onLog,
}: {
  readonly idleMs?: number | undefined;
  /** Sessions that may have a worker at a time. */
  readonly maxSessions: number;
  readonly onLog: (text: string) => void;
}): LiveWorkers {
  const all = new Set<LiveWorker>();
  let spare: LiveWorker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Whether one more may run: one for each session, and one that waits. */
  function hasSpace(): boolean {
    for (const worker of all) {
      if (!worker.isAlive) {
        all.delete(worker);
      }
    }
    return all.size <= maxSessions;
  }

  function start(): LiveWorker {
    if (!hasSpace()) {
      throw new AppError('at_capacity', 'All live workers of the service are taken.');
    }
    const worker = startLiveWorker(onLog);
    all.add(worker);
    return worker;
  }

  function addSpare(worker: LiveWorker): void {
    spare = worker;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      spare?.kill();
      spare = null;
    }, idleMs).unref();
  }

  return {
    warmUp(image) {
      if (!isClosed && (spare?.isAlive === true || hasSpace())) {
        const worker = spare?.isAlive === true ? spare : start();
        addSpare(worker);
        if (image !== undefined) {
          worker.send({ type: 'study', image });
        }
      }
    },
    acquire() {
      const worker = spare?.isAlive === true ? spare : start();
      spare = null;
      clearTimeout(idleTimer);
      worker.sessions += 1;
      return worker;
    },
    giveBack(worker) {
      worker.listen(null);
      const isUsable = worker.isAlive && worker.sessions < MAX_SESSIONS && !isClosed;
      if (isUsable && spare?.isAlive !== true) {
        addSpare(worker);
      } else {
        worker.kill();
      }
    },
    get pids() {
      return [...all].flatMap(({ isAlive, pid }) => (isAlive && pid !== null ? [pid] : []));
    },
    close() {
      isClosed = true;
      clearTimeout(idleTimer);
      all.forEach((worker) => worker.kill());
    },
  };
}
