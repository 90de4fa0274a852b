import type { FrameLinkAddress } from '../../../contract/frame-link.ts';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { RemoteWorkers } from '../remote/remote-workers.ts';
import { type LiveWorker, startLiveWorker } from './live-worker-host.ts';

/** Time for which an idle worker keeps its networks. */
const IDLE_MS = 5 * 60_000;
/** Native parts of a process degrade; after this many sessions it is replaced. */
const MAX_SESSIONS = 20;

/** Options of the live workers. */
export interface LiveWorkersOptions {
  readonly idleMs?: number | undefined;
  /** Workers of other machines, which are preferred to those of this one. */
  readonly remote?:
    | Pick<RemoteWorkers, 'acquire' | 'release' | 'study' | 'setCard'>
    | null
    | undefined;
  /** Maximum number of sessions with a worker of this machine. */
  readonly maxSessions: number;
  readonly onLog: (text: string) => void;
}

/**
 * Live workers of a service: one per session, and at most one idle for the next, within a total limit. No
 * process runs at first.
 */
export class LiveWorkers {
  readonly #options: LiveWorkersOptions;
  readonly #all = new Set<LiveWorker>();
  #spare: LiveWorker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #link: FrameLinkAddress | null = null;
  #card: Uint8Array | null = null;
  #isClosed = false;

  constructor(options: LiveWorkersOptions) {
    this.#options = options;
  }

  get pids(): readonly number[] {
    return [...this.#all].flatMap(({ isAlive, pid }) => (isAlive && pid !== null ? [pid] : []));
  }

  /** Starts an idle worker when there is none; it prepares the character of `image` in advance. */
  warmUp(image?: Uint8Array): void {
    if (this.#options.remote?.study(image) === true) {
      return;
    }
    if (!this.#isClosed && (this.#spare?.isAlive === true || this.#hasSpace())) {
      const worker = this.#spare?.isAlive === true ? this.#spare : this.#start();
      this.#addSpare(worker);
      if (image !== undefined) {
        worker.send({ type: 'study', image });
      }
    }
  }

  /** Sends frames of all sessions to this address as well from now on; null for none. */
  sendFramesTo(link: FrameLinkAddress | null): void {
    this.#link = link;
    this.#all.forEach((worker) => worker.send({ type: 'frame_link', link }));
  }

  /** Sets the cover card of all sessions to this image; null for the app's default card. */
  setCard(image: Uint8Array | null): void {
    this.#card = image;
    this.#options.remote?.setCard(image);
    this.#all.forEach((worker) => worker.send({ type: 'card', image }));
  }

  /**
   * Throws `at_capacity` when the maximum number of workers runs. `prefersOwn` prefers a worker of this machine while
   * one more may run: it reaches rooms of this node that others could not reach.
   */
  acquire({ prefersOwn = false }: { readonly prefersOwn?: boolean } = {}): LiveWorker {
    const isOwn = prefersOwn && (this.#spare?.isAlive === true || this.#hasSpace());
    const remote = isOwn ? null : (this.#options.remote?.acquire() ?? null);
    if (remote !== null) {
      remote.sessions += 1;
      return remote;
    }
    const worker = this.#spare?.isAlive === true ? this.#spare : this.#start();
    this.#spare = null;
    clearTimeout(this.#idleTimer);
    worker.sessions += 1;
    return worker;
  }

  /** Returns a worker that has left its session; `couldReachRoom` is false when it failed to join. */
  release(worker: LiveWorker, couldReachRoom = true): void {
    worker.listen(null);
    const isUsable = worker.isAlive && worker.sessions < MAX_SESSIONS && !this.#isClosed;
    if (isUsable && this.#options.remote?.release(worker, couldReachRoom) === true) {
      return;
    }
    if (isUsable && this.#spare?.isAlive !== true) {
      this.#addSpare(worker);
    } else {
      worker.kill();
    }
  }

  /** Kills all workers. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    this.#all.forEach((worker) => worker.kill());
  }

  /** Returns whether one more worker may run: one for each session, and an idle one. */
  #hasSpace(): boolean {
    for (const worker of this.#all) {
      if (!worker.isAlive) {
        this.#all.delete(worker);
      }
    }
    return this.#all.size <= this.#options.maxSessions;
  }

  #start(): LiveWorker {
    if (!this.#hasSpace()) {
      throw new AppError('at_capacity', 'All live workers of the service are taken.', {
        details: faultDetails('streams_full'),
      });
    }
    const worker = startLiveWorker(this.#options.onLog);
    if (this.#card !== null) {
      worker.send({ type: 'card', image: this.#card });
    }
    if (this.#link !== null) {
      worker.send({ type: 'frame_link', link: this.#link });
    }
    this.#all.add(worker);
    return worker;
  }

  #addSpare(worker: LiveWorker): void {
    this.#spare = worker;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      this.#spare?.kill();
      this.#spare = null;
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }
}
