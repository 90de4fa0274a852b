import { serialize } from 'node:v8';
import type { WebSocket } from 'ws';
import type { LiveWorker, LiveWorkerListener } from '../worker/live-worker-host.ts';
import { fromLiveWorkerSchema, type ToLiveWorker } from '../worker/worker-messages.ts';
import { DRAINED, PING_MS, REPLACE, SILENCE_MS } from './worker-link.ts';

/** Time for which a stopping node waits until the other side closes a connection. */
const RELEASE_MS = 2000;

/** Live worker on another machine, represented by its connection. */
export class RemoteWorker implements LiveWorker {
  readonly pid = null;
  sessions: number;
  readonly #socket: WebSocket;
  readonly #pinging: NodeJS.Timeout;
  #listener: LiveWorkerListener | null = null;
  #heardAtMs = performance.now();
  #isAlive = true;

  /** `sessions`: number of earlier sessions of the process. `onGone` is called once, after the listener. */
  constructor(socket: WebSocket, sessions: number, onGone: () => void) {
    this.#socket = socket;
    this.sessions = sessions;
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
    // Protocol errors are followed by 'close'.
    socket.on('error', () => undefined);
    socket.on('pong', () => this.#noteLife());
    socket.on('message', (raw, isBinary) =>
      this.#receive(isBinary || !Buffer.isBuffer(raw) ? null : raw.toString('utf8')),
    );
    socket.on('close', (code) => {
      clearInterval(this.#pinging);
      this.#isAlive = false;
      this.#listener?.onExit('its connection is lost', code === DRAINED);
      onGone();
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  send(message: ToLiveWorker): void {
    if (this.#socket.readyState === this.#socket.OPEN) {
      this.#socket.send(serialize(message));
    }
  }

  listen(listener: LiveWorkerListener | null): void {
    this.#listener = listener;
  }

  /** Asks the worker's machine to replace the process. */
  kill(): void {
    this.#close(REPLACE);
  }

  /** Closes the connection but not the process: the worker connects to another node. */
  release(): void {
    this.#close(1001);
    const late = setTimeout(() => this.#socket.terminate(), RELEASE_MS);
    this.#socket.once('close', () => clearTimeout(late));
  }

  /** Marks the worker as gone at once, whether or not the other side answers. */
  #close(code: number): void {
    this.#isAlive = false;
    this.#socket.close(code);
  }

  #noteLife(): void {
    this.#heardAtMs = performance.now();
  }

  #ping(): void {
    if (performance.now() - this.#heardAtMs > SILENCE_MS) {
      this.#socket.terminate();
    } else {
      this.#socket.ping();
    }
  }

  #receive(text: string | null): void {
    this.#noteLife();
    const message = fromLiveWorkerSchema.safeParse(text === null ? null : parse(text)).data;
    if (message === undefined) {
      this.#close(1008);
    } else {
      this.#listener?.onMessage(message);
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
