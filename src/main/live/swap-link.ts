import { WebSocket } from 'ws';
import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { toUpgradeRefusal } from '../../client/refused-upgrade.ts';
import {
  readSwapServerMessage,
  SESSION_TOKEN_PARAMETER,
  type swapClientMessageSchema,
  type SwapServerMessage,
} from '../../contract/api/sockets.ts';

/** A message to the service, as it is written. */
export type SwapRequest = z.input<typeof swapClientMessageSchema>;

/** An answer of the service that is no connection. */
interface UpgradeRefusal {
  readonly httpStatus: number;
  readonly error: AppError;
}

/** Why a link is over: the code of the service's close, or null when it could not be reached again. */
export interface SwapLinkEnd {
  readonly closeCode: number | null;
  /** Of the last try, where it was answered with a status in place of a connection. */
  readonly refusal: UpgradeRefusal | null;
  /** What this side could not go on with: a message or a picture that cannot be read. */
  readonly error: unknown;
}

/** Dependencies of a link. */
export interface SwapLinkOptions {
  readonly streamUrl: URL;
  readonly sessionToken: string;
  /** What every connection begins with. */
  readonly greet: () => Promise<readonly SwapRequest[]>;
  readonly onMessage: (message: SwapServerMessage) => void;
  /** False while the connection is gone and being made anew. */
  readonly onLinked: (isLinked: boolean) => void;
  /** A message was skipped, because it cannot be read. */
  readonly onSkipped: (error: unknown) => void;
  /** Once, unless it was closed. */
  readonly onEnd: (end: SwapLinkEnd) => void;
  /** How long a lost connection is tried again. */
  readonly graceMs?: number;
}

const GRACE_MS = 20_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 3_000;
const HANDSHAKE_MS = 8_000;
/** A service whose engine takes all of the machine may be late. */
const PING_MS = 15_000;
const MAX_MESSAGE_BYTES = 1_048_576;

/** Closes the service means: 1000 and its own range. Every other one is a lost connection. */
function isMeant(closeCode: number): boolean {
  return closeCode === 1000 || (closeCode >= 4000 && closeCode <= 4999);
}

/**
 * The connection to a session's socket, made again when it is lost.
 *
 *   connecting ──▶ linked ──lost──▶ waiting ──▶ connecting …
 *        │            │                │ (no longer than the grace)
 *        └────────────┴────────────────┴──▶ ended
 */
export class SwapLink {
  readonly #options: SwapLinkOptions;
  readonly #graceMs: number;
  readonly #url: URL;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lostAtMs = performance.now();
  #attempt = 0;
  #isOver = false;
  /** The service was told what a connection begins with: before, it takes nothing else. */
  #isGreeted = false;

  /** Connects at once. */
  constructor(options: SwapLinkOptions) {
    this.#options = options;
    this.#graceMs = options.graceMs ?? GRACE_MS;
    this.#url = new URL(options.streamUrl);
    this.#url.searchParams.set(SESSION_TOKEN_PARAMETER, options.sessionToken);
    this.#connect();
  }

  /** Throws `service_unreachable` while it is not connected and greeted. */
  send(message: SwapRequest): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || !this.#isGreeted) {
      throw new AppError('service_unreachable', 'The connection to the service is being made.');
    }
    this.#socket.send(JSON.stringify(message));
  }

  /** Makes the connection anew at once: the one that is there may be dead without a word. */
  renew(): void {
    this.#socket?.terminate();
  }

  /** Says goodbye; nothing is told any more. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
    this.#socket = null;
  }

  #connect(): void {
    const own = new WebSocket(this.#url, {
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      perMessageDeflate: false,
    });
    let refusal: UpgradeRefusal | null = null;
    let stopWatching = (): void => undefined;
    this.#socket = own;
    own.on('open', () => {
      stopWatching = watch(own);
      // A picture that cannot be read is no fault of the connection: the owner hears of it.
      this.#greet(own).catch((error: unknown) => this.#failWith(own, error));
    });
    own.on('message', (bytes: Buffer, isBinary: boolean) => this.#receive(own, bytes, isBinary));
    own.on('unexpected-response', (_request, { statusCode: httpStatus = 0, headers }) => {
      refusal = { httpStatus, error: toUpgradeRefusal(httpStatus, headers) };
      own.terminate();
    });
    own.on('error', (error) => {
      if (isProtocolError(error)) {
        const text = `The service sent what is no message of a socket: ${error.message}`;
        this.#failWith(own, new AppError('bad_reply', text, { cause: error }));
      } // Otherwise a close follows.
    });
    own.on('close', (closeCode) => {
      stopWatching();
      if (own === this.#socket && !this.#isOver) {
        this.#closed(closeCode, refusal);
      }
    });
  }

  async #greet(own: WebSocket): Promise<void> {
    const messages = await this.#options.greet();
    if (own === this.#socket && !this.#isOver) {
      for (const message of messages) {
        own.send(JSON.stringify(message));
      }
      this.#attempt = 0;
      this.#isGreeted = true;
      this.#options.onLinked(true);
    }
  }

  #receive(own: WebSocket, bytes: Buffer, isBinary: boolean): void {
    try {
      const message = isBinary ? null : readOrSkip(bytes.toString('utf8'), this.#options.onSkipped);
      if (message !== null && !this.#isOver) {
        this.#options.onMessage(message);
      }
    } catch (error) {
      this.#failWith(own, error);
    }
  }

  #closed(closeCode: number, refusal: UpgradeRefusal | null): void {
    this.#socket = null;
    this.#isGreeted = false;
    if (isMeant(closeCode) || (refusal !== null && refusal.httpStatus < 500)) {
      this.#end({ closeCode: isMeant(closeCode) ? closeCode : null, refusal, error: null });
      return;
    }
    if (this.#attempt === 0) {
      this.#lostAtMs = performance.now();
      this.#options.onLinked(false);
    }
    this.#retry(refusal);
  }

  #retry(refusal: UpgradeRefusal | null): void {
    if (this.#isOver) {
      return;
    }
    if (performance.now() - this.#lostAtMs > this.#graceMs) {
      this.#end({ closeCode: null, refusal, error: null });
      return;
    }
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempt);
    this.#timer = setTimeout(() => this.#connect(), delayMs);
    this.#attempt += 1;
  }

  /** Whatever goes wrong with what a service sent ends this session and nothing else. */
  #failWith(own: WebSocket, error: unknown): void {
    own.terminate();
    this.#end({ closeCode: null, refusal: null, error });
  }

  #end(reason: SwapLinkEnd): void {
    if (!this.#isOver) {
      this.#isOver = true;
      clearTimeout(this.#timer);
      this.#options.onEnd(reason);
    }
  }
}

/** What the other end sent breaks the protocol or is too long; another connection would bring the same. */
function isProtocolError(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('WS_ERR_');
}

/** A connection whose other end is gone without a word shows no error of its own. */
function watch(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}

/** What cannot be read is skipped: the next message may be what matters. But there is no picture without a room. */
function readOrSkip(text: string, onSkipped: (error: unknown) => void): SwapServerMessage | null {
  try {
    return readSwapServerMessage(text);
  } catch (error) {
    if (error instanceof AppError && error.details?.['type'] !== 'room_info') {
      onSkipped(error);
      return null;
    }
    throw error;
  }
}
