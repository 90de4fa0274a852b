/**
 * One connection of a client of a live session, from the upgrade to its end.
 *
 *   open ── close, fail ──▶ closing ── handshake or 2 s ──▶ closed
 *     └────── client closes, or is silent for two pings ───────▲
 */
import type { RawData, WebSocket } from 'ws';
import { AppError, toWireError } from '../../../base/errors.ts';
import { closeCodes, type CloseReason, type SocketError } from '../../../contract/api/sockets.ts';
import { type Budget, createMessageBudget } from './budgets.ts';

/** Hears what a client does. What it throws fails the connection: an `AppError` as a bad message. */
export interface SocketListener {
  onText(text: string): void;
  /** The bytes are the listener's own. */
  onBinary(bytes: Buffer): void;
  /** Once, whoever closed. `isFarewell`: the client said that it goes; otherwise it may come back. */
  onClosed(end: { readonly isFarewell: boolean }): void;
}

/** A connection of a client. What is sent after its end is dropped. */
export interface LiveSocket {
  readonly isOpen: boolean;
  /** Bytes that wait for a client that reads too slowly. */
  readonly waitingBytes: number;
  /** Says who hears; before, the connection reads nothing. */
  listen(listener: SocketListener): void;
  /** Reads nothing until `resume`: the client has to wait. A message that was read already still comes. */
  pause(): void;
  resume(): void;
  /** Sends JSON text. A client that does not read is cut off when too much waits for it. */
  sendJson(message: object): void;
  /** Sends bytes. False, and nothing was sent, while too much waits: the caller drops what is stale. */
  sendBinary(bytes: Uint8Array): boolean;
  /** Sends an `error` message, then closes with the code of the reason. */
  fail(reason: Exclude<CloseReason, 'normal'>, error: unknown): void;
  /** Closes in order. */
  close(): void;
}

/** What one connection may do; what is over a limit closes it. */
export interface SocketLimits {
  /** One message; a larger one closes with 1009. */
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
/** Close codes by which a client says that it goes: in order, or without a code. */
const farewells: readonly number[] = [1000, 1005];

/** Wraps a socket after its upgrade. `bytes` is what all connections of its account may send. */
export function openLiveSocket(socket: WebSocket, limits: SocketLimits, bytes: Budget): LiveSocket {
  const messages = createMessageBudget(limits.messagesPerSecond);
  let listener: SocketListener | null = null;
  let isClosing = false;
  let isAlive = true;
  let closeTimer: NodeJS.Timeout | undefined;

  const pinging = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, PING_MS);
  const hear = (): void => {
    isAlive = true;
  };
  socket.on('pong', hear);
  socket.on('ping', hear);
  // What breaks the protocol is followed by 'close'.
  socket.on('error', () => undefined);
  socket.on('message', (raw, isBinary) => {
    hear();
    if (isClosing) {
      return;
    }
    try {
      take(toBuffer(raw), isBinary);
    } catch (error) {
      live.fail(error instanceof AppError ? 'bad_message' : 'internal', error);
    }
  });
  socket.on('close', (code) => {
    clearInterval(pinging);
    clearTimeout(closeTimer);
    listener?.onClosed({ isFarewell: !isClosing && farewells.includes(code) });
  });
  socket.pause();

  function take(data: Buffer, isBinary: boolean): void {
    const nowMs = performance.now();
    if (!messages.take(1, nowMs) || !bytes.take(data.length, nowMs)) {
      throw new AppError(
        'rate_limited',
        `A connection may send ${limits.messagesPerSecond} messages a second, and all of an account ` +
          `${limits.bytesPerSecond} bytes.`,
      );
    }
    if (isBinary) {
      listener?.onBinary(data);
    } else {
      listener?.onText(data.toString('utf8'));
    }
  }

  function end(code: number): void {
    isClosing = true;
    socket.close(code);
    closeTimer ??= setTimeout(() => socket.terminate(), CLOSING_MS);
  }

  const canSend = (): boolean => !isClosing && socket.readyState === socket.OPEN;
  const live: LiveSocket = {
    get isOpen() {
      return canSend();
    },
    get waitingBytes() {
      return socket.bufferedAmount;
    },
    listen(heard) {
      listener = heard;
      socket.resume();
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    sendJson(message) {
      if (canSend()) {
        socket.send(JSON.stringify(message));
        if (socket.bufferedAmount > limits.maxWaitingBytes) {
          socket.terminate();
        }
      }
    },
    sendBinary(data) {
      if (!canSend() || socket.bufferedAmount + data.length > limits.maxWaitingBytes) {
        return false;
      }
      socket.send(data);
      return true;
    },
    fail(reason, error) {
      if (canSend()) {
        const { code, message } = toWireError(error);
        const last: SocketError = { type: 'error', error: { code, message } };
        socket.send(JSON.stringify(last));
        end(closeCodes[reason]);
      }
    },
    close() {
      if (canSend()) {
        end(closeCodes.normal);
      }
    },
  };
  return live;
}

function toBuffer(raw: RawData): Buffer {
  if (Array.isArray(raw)) {
    return Buffer.concat(raw);
  }
  return Buffer.isBuffer(raw) ? raw : Buffer.from(raw);
}
