/**
 * One connection of a client of a live session, from the upgrade to its end.
 *
 *   open ── close, fail ──▶ closing ── handshake or 2 s ──▶ closed
 *     └────── client closes, or is silent for two pings ───────▲
 */
import type { RawData, WebSocket } from 'ws';
import { AppError, toWireError } from '../../../base/errors.ts';
import { withFault } from '../../../contract/api/errors.ts';
import { closeCodes, type CloseReason, type SocketError } from '../../../contract/api/sockets.ts';
import type { SessionEnding } from '../session/session-ending.ts';
import { type Budget, createMessageBudget } from './budgets.ts';

/**
 * Receives the messages of a client. An error that it throws fails the connection: an `AppError` as a bad
 * message.
 */
export interface SocketListener {
  onText(text: string): void;
  /** The bytes are the listener's own. */
  onBinary(bytes: Buffer): void;
  /**
   * Called once, whichever side closed. `isFarewell`: the client announced its departure; otherwise it may come
   * back.
   */
  onClosed(end: { readonly isFarewell: boolean }): void;
}

/** Limits of one connection; exceeding one closes it. */
export interface SocketLimits {
  /** Maximum message size; a larger one closes with 1009. */
  readonly maxMessageBytes: number;
  /** Messages a second on average; twice as many at once. */
  readonly messagesPerSecond: number;
  /** Bytes a second on average, beside one message of the largest size at once; all of an account's together. */
  readonly bytesPerSecond: number;
  /** Bytes that may wait to be sent. */
  readonly maxWaitingBytes: number;
}

const PING_MS = 15_000;
const CLOSING_MS = 2000;
/** Close codes by which a client announces its departure: a normal close, or one without a code. */
const farewells: readonly number[] = [1000, 1005];

/** Connection of a client, from its upgrade on. Messages sent after its end are dropped. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #limits: SocketLimits;
  /** Shared byte budget of all connections of the account. */
  readonly #bytes: Budget;
  readonly #messages: Budget;
  readonly #pinging: NodeJS.Timeout;
  #listener: SocketListener | null = null;
  #isClosing = false;
  #isAlive = true;
  /** True while its owner does not read. */
  #isHeld = false;
  #closeTimer: NodeJS.Timeout | undefined;

  /** `bytes` is what all connections of its account may send. It reads nothing until {@link listen}. */
  constructor(socket: WebSocket, limits: SocketLimits, bytes: Budget) {
    this.#socket = socket;
    this.#limits = limits;
    this.#bytes = bytes;
    this.#messages = createMessageBudget(limits.messagesPerSecond);
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
    const noteLife = (): void => {
      this.#isAlive = true;
    };
    socket.on('pong', noteLife);
    socket.on('ping', noteLife);
    // A protocol violation is followed by 'close'.
    socket.on('error', () => undefined);
    socket.on('message', (raw, isBinary) => {
      noteLife();
      this.#receive(raw, isBinary);
    });
    socket.on('close', (code) => {
      clearInterval(this.#pinging);
      clearTimeout(this.#closeTimer);
      this.#listener?.onClosed({ isFarewell: !this.#isClosing && farewells.includes(code) });
    });
    socket.pause();
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Bytes that wait for a client that reads too slowly. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  listen(listener: SocketListener): void {
    this.#listener = listener;
    this.#socket.resume();
  }

  /** Reads nothing until {@link resume}: the client has to wait. A message that was read already still comes. */
  pause(): void {
    this.#isHeld = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#isHeld = false;
    this.#isAlive = true;
    this.#socket.resume();
  }

  /** Sends JSON text. A client that does not read is disconnected when too much is queued. */
  sendJson(message: object): void {
    if (this.isOpen) {
      this.#socket.send(JSON.stringify(message));
      if (this.#socket.bufferedAmount > this.#limits.maxWaitingBytes) {
        this.#socket.terminate();
      }
    }
  }

  /** Sends bytes. Returns false without sending while too much is queued: the caller drops stale data. */
  sendBinary(data: Uint8Array): boolean {
    const { maxWaitingBytes } = this.#limits;
    if (!this.isOpen || this.#socket.bufferedAmount + data.length > maxWaitingBytes) {
      return false;
    }
    this.#socket.send(data);
    return true;
  }

  /** Sends an `error` message, then closes with the code of the reason. */
  fail(reason: Exclude<CloseReason, 'normal'>, error: unknown): void {
    if (this.isOpen) {
      const { code, message, details } = toWireError(error);
      const last: SocketError = {
        type: 'error',
        error: { code, message, ...withFault(details) },
      };
      this.#socket.send(JSON.stringify(last));
      this.#end(closeCodes[reason]);
    }
  }

  /** Closes in order. */
  close(): void {
    if (this.isOpen) {
      this.#end(closeCodes.normal);
    }
  }

  /** Sends the reason of its session's end, and closes. */
  endSession({ reason, close }: SessionEnding): void {
    this.sendJson({ type: 'session_ended', reason });
    if (close === undefined) {
      this.close();
    } else {
      this.fail(close.code, close.error);
    }
  }

  #ping(): void {
    if (this.#isHeld) {
      return; // Its answers are not read.
    }
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }

  #receive(raw: RawData, isBinary: boolean): void {
    if (this.#isClosing) {
      return;
    }
    try {
      this.#dispatch(toBuffer(raw), isBinary);
    } catch (error) {
      this.fail(error instanceof AppError ? 'bad_message' : 'internal', error);
    }
  }

  #dispatch(data: Buffer, isBinary: boolean): void {
    const nowMs = performance.now();
    if (!this.#messages.consume(1, nowMs) || !this.#bytes.consume(data.length, nowMs)) {
      const { messagesPerSecond, bytesPerSecond } = this.#limits;
      throw new AppError(
        'rate_limited',
        `A connection may send ${messagesPerSecond} messages a second, and all of an account ` +
          `${bytesPerSecond} bytes.`,
      );
    }
    if (isBinary) {
      this.#listener?.onBinary(data);
    } else {
      this.#listener?.onText(data.toString('utf8'));
    }
  }

  #end(code: number): void {
    this.#isClosing = true;
    this.#socket.close(code);
    this.#closeTimer ??= setTimeout(() => this.#socket.terminate(), CLOSING_MS);
  }
}

function toBuffer(raw: RawData): Buffer {
  if (Array.isArray(raw)) {
    return Buffer.concat(raw);
  }
  return Buffer.isBuffer(raw) ? raw : Buffer.from(raw);
}
