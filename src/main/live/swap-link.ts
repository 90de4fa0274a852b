import { WebSocket } from 'ws';
import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { toUpgradeRefusal } from '../../client/refused-upgrade.ts';
import {
  parseSwapServerMessage,
  SESSION_TOKEN_PARAMETER,
  type swapClientMessageSchema,
  type SwapServerMessage,
} from '../../contract/api/sockets.ts';

/** A message to the service in wire format. */
export type SwapRequest = z.input<typeof swapClientMessageSchema>;

/** An answer of the service that is no connection. */
interface UpgradeRefusal {
  readonly httpStatus: number;
  readonly error: AppError;
}

/** End of a link: close code of the service, or null when it could not be reached again. */
export interface SwapLinkEnd {
  readonly closeCode: number | null;
  /** Refusal of the last attempt, when it was answered with a status instead of a connection. */
  readonly refusal: UpgradeRefusal | null;
  /** Failure of this side: an unreadable message or image. */
  readonly error: unknown;
}

/** Dependencies of a link. */
export interface SwapLinkOptions {
  readonly streamUrl: URL;
  readonly sessionToken: string;
  /** Messages at the start of every connection. */
  readonly greet: () => Promise<readonly SwapRequest[]>;
  readonly onMessage: (message: SwapServerMessage) => void;
  /** False while the connection is lost and being re-established. */
  readonly onLinked: (isLinked: boolean) => void;
  /** A message was skipped, because it cannot be read. */
  readonly onSkipped: (error: unknown) => void;
  /** Once, unless it was closed. */
  readonly onEnd: (end: SwapLinkEnd) => void;
  /** Time for which a lost connection is retried. */
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
  /** True when the initial messages were sent; the service accepts nothing else before. */
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

  /** Reconnects immediately: the current connection may be dead without a close. */
  renew(): void {
    this.#socket?.terminate();
  }

  /** Closes the connection in order; no further events. */
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
      // An unreadable image is not the connection's fault: the owner is notified.
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
      const message = isBinary
        ? null
        : parseOrSkip(bytes.toString('utf8'), this.#options.onSkipped);
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

  /** Ends the session after a failure caused by the service's data, and nothing else. */
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

/** Returns whether a message violates the protocol or is too long; another connection would receive the same one. */
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

/**
 * Skips unreadable messages, since later ones may matter; except those about the room, without which there is
 * no video.
 */
function parseOrSkip(text: string, onSkipped: (error: unknown) => void): SwapServerMessage | null {
  try {
    return parseSwapServerMessage(text);
  } catch (error) {
    if (error instanceof AppError && error.details?.['type'] !== 'room_info') {
      onSkipped(error);
      return null;
    }
    throw error;
  }
}
