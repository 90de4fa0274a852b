import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AppError } from '../../../base/errors.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import type { AcceptSocket } from '../../http/socket-routes.ts';
import type { LiveWorker } from '../worker/live-worker-host.ts';
import { RemoteWorker } from './worker-connection.ts';
import { requireWorkerKey } from './worker-key.ts';

/** Reports and outcomes are a few hundred bytes. */
const MAX_MESSAGE_BYTES = 262_144;
/** Most workers of one node. */
const MAX_WORKERS = 256;

/** The live workers that came to this node by themselves, from other machines. */
export class RemoteWorkers {
  readonly #key: string;
  readonly #all = new Set<RemoteWorker>();
  readonly #idle = new Set<RemoteWorker>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  /** Those that carry the key are taken. */
  constructor(key: string) {
    this.#key = key;
  }

  /** How many there are, and how many of them have no session. */
  get counts(): { readonly all: number; readonly idle: number } {
    const count = (workers: Iterable<RemoteWorker>): number =>
      [...workers].filter(({ isAlive }) => isAlive).length;
    return { all: count(this.#all), idle: count(this.#idle) };
  }

  readonly accept: AcceptSocket = (request, socket, head) => {
    try {
      requireWorkerKey(request, this.#key);
      if (this.#all.size >= MAX_WORKERS) {
        throw new AppError('at_capacity', `${MAX_WORKERS} live workers are at this node already.`);
      }
    } catch (error) {
      refuseUpgrade(socket, error);
      return;
    }
    this.#admit(request, socket, head);
  };

  /** One without a session; null when there is none. It is the caller's until {@link giveBack}. */
  acquire(): LiveWorker | null {
    const worker = this.#findIdle();
    if (worker !== null) {
      this.#idle.delete(worker);
    }
    return worker;
  }

  /** Takes one back that left its session. False when it is none of these. */
  giveBack(worker: LiveWorker): boolean {
    if (!(worker instanceof RemoteWorker)) {
      return false;
    }
    if (worker.isAlive && this.#all.has(worker)) {
      this.#idle.add(worker);
    }
    return true;
  }

  /** Has the next one make a character beforehand. False when none is there. */
  study(image: Uint8Array | undefined): boolean {
    const worker = this.#findIdle();
    if (image !== undefined) {
      worker?.send({ type: 'study', image });
    }
    return worker !== null;
  }

  /** Lets all of them go to other nodes. */
  close(): void {
    this.#all.forEach((worker) => worker.release());
  }

  /** One that waits for the end of its connection is of no use. */
  #findIdle(): RemoteWorker | null {
    return [...this.#idle].find(({ isAlive }) => isAlive) ?? null;
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (upgraded) => {
      const worker = new RemoteWorker(upgraded, () => {
        this.#all.delete(worker);
        this.#idle.delete(worker);
      });
      this.#all.add(worker);
      this.#idle.add(worker);
    });
  }
}
