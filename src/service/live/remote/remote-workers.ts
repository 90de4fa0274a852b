import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import type { AcceptSocket } from '../../http/socket-routes.ts';
import type { LiveWorker } from '../worker/live-worker-host.ts';
import { RemoteWorker } from './worker-connection.ts';
import { requireWorker } from './worker-key.ts';
import { SESSIONS_HEADER } from './worker-link.ts';

/** Reports and outcomes are a few hundred bytes. */
const MAX_MESSAGE_BYTES = 262_144;
/** Most workers of one node. */
const MAX_WORKERS = 256;
/** Time without sessions for a worker that could not reach a room of this node: each try takes most of a minute. */
const BARRED_MS = 5 * 60_000;

/** Live workers of other machines that are connected to this node. */
export class RemoteWorkers {
  readonly #key: string;
  readonly #isStopping: () => boolean;
  readonly #all = new Set<RemoteWorker>();
  readonly #idle = new Set<RemoteWorker>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  #isClosed = false;
  #card: Uint8Array | null = null;

  /** Accepts workers with this key until the node stops. */
  constructor(key: string, isStopping: () => boolean) {
    this.#key = key;
    this.#isStopping = isStopping;
  }

  /** Number of connected workers, and of those without a session. */
  get counts(): { readonly all: number; readonly idle: number } {
    const count = (workers: Iterable<RemoteWorker>): number =>
      [...workers].filter(({ isAlive }) => isAlive).length;
    return { all: count(this.#all), idle: count(this.#idle) };
  }

  readonly accept: AcceptSocket = (request, socket, head) => {
    try {
      requireWorker(request, this.#key);
      if (this.#isClosed || this.#isStopping()) {
        throw new AppError('at_capacity', 'The service is stopping. Try again soon.', {
          details: faultDetails('service_stopping'),
        });
      }
      if (this.#all.size >= MAX_WORKERS) {
        throw new AppError('at_capacity', `${MAX_WORKERS} live workers are at this node already.`);
      }
    } catch (error) {
      refuseUpgrade(socket, error);
      return;
    }
    this.#admit(request, socket, head);
  };

  /** Returns a worker without a session; null when there is none. It belongs to the caller until {@link release}. */
  acquire(): LiveWorker | null {
    const worker = this.#findIdle();
    if (worker !== null) {
      this.#idle.delete(worker);
    }
    return worker;
  }

  /**
   * Takes back a worker that left its session; one that could not reach the room gets no other for a while. Returns false
   * for a worker that is not one of these.
   */
  release(worker: LiveWorker, couldReachRoom = true): boolean {
    if (!(worker instanceof RemoteWorker)) {
      return false;
    }
    if (couldReachRoom) {
      this.#addIdle(worker);
    } else {
      setTimeout(() => this.#addIdle(worker), BARRED_MS).unref();
    }
    return true;
  }

  /** Lets the next worker prepare a character in advance. Returns false when there is none. */
  study(image: Uint8Array | undefined): boolean {
    const worker = this.#findIdle();
    if (image !== undefined) {
      worker?.send({ type: 'study', image });
    }
    return worker !== null;
  }

  /** Sets the image of covers; null for the card that comes with the app. */
  setCard(image: Uint8Array | null): void {
    this.#card = image;
    this.#all.forEach((worker) => worker.send({ type: 'card', image }));
  }

  /** Releases all workers to other nodes, and accepts no more. */
  close(): void {
    this.#isClosed = true;
    this.#all.forEach((worker) => worker.release());
  }

  #addIdle(worker: RemoteWorker): void {
    if (worker.isAlive && this.#all.has(worker)) {
      this.#idle.add(worker);
    }
  }

  /**
   * Finds the idle worker that connected last: while a new version replaces machines one by one, the oldest ones are still to
   * be replaced. A worker whose connection is closing is not used.
   */
  #findIdle(): RemoteWorker | null {
    return [...this.#all].findLast((one) => one.isAlive && this.#idle.has(one)) ?? null;
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (upgraded) => {
      const worker = new RemoteWorker(upgraded, readSessions(request), () => {
        this.#all.delete(worker);
        this.#idle.delete(worker);
      });
      // The worker may still have the card of another node.
      worker.send({ type: 'card', image: this.#card });
      this.#all.add(worker);
      this.#idle.add(worker);
    });
  }
}

function readSessions({ headers }: IncomingMessage): number {
  const text = headers[SESSIONS_HEADER];
  return typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
