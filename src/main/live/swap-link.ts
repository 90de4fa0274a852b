import { WebSocket } from 'ws';
import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import {
  readSwapServerMessage,
  SESSION_TOKEN_PARAMETER,
  type swapClientMessageSchema,
  type SwapServerMessage,
} from '../../contract/api/sockets.ts';

/** A message to the service, as it is written. */
export type SwapRequest = z.input<typeof swapClientMessageSchema>;

/** Why a link is over: the code of the service's close, or null when it could not be reached again. */
export interface SwapLinkEnd {
  readonly closeCode: number | null;
  /** Status of a refused connection. */
  readonly httpStatus: number | null;
  /** What this side could not go on with: a message or a picture that cannot be read. */
  readonly error: unknown;
}

/** What a link works with. */
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

/** The connection to a session's socket, made again when it is lost. */
export interface SwapLink {
  /** Throws `service_unreachable` while it is not connected and greeted. */
  readonly send: (message: SwapRequest) => void;
  /** Makes the connection anew at once: the one that is there may be dead without a word. */
  readonly renew: () => void;
  /** Says goodbye; nothing is told any more. */
  readonly close: () => void;
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
 * Connects to a session.
 *
 *   connecting ──▶ linked ──lost──▶ waiting ──▶ connecting …
 *        │            │                │ (no longer than the grace)
 *        └────────────┴────────────────┴──▶ ended
 */
export function openSwapLink(options: SwapLinkOptions): SwapLink {
  const { greet, onMessage, onLinked, onSkipped, onEnd, graceMs = GRACE_MS } = options;
  const url = new URL(options.streamUrl);
  url.searchParams.set(SESSION_TOKEN_PARAMETER, options.sessionToken);
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lostAtMs = performance.now();
  let attempt = 0;
  let isOver = false;
  /** The service was told what a connection begins with: before, it takes nothing else. */
  let isGreeted = false;

  const end = (reason: SwapLinkEnd): void => {
    if (!isOver) {
      isOver = true;
      clearTimeout(timer);
      onEnd(reason);
    }
  };

  const retry = (httpStatus: number | null): void => {
    if (isOver) {
      return;
    }
    if (performance.now() - lostAtMs > graceMs) {
      end({ closeCode: null, httpStatus, error: null });
      return;
    }
    timer = setTimeout(connect, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt));
    attempt += 1;
  };

  const greeted = async (own: WebSocket): Promise<void> => {
    const messages = await greet();
    if (own === socket && !isOver) {
      for (const message of messages) {
        own.send(JSON.stringify(message));
      }
      attempt = 0;
      isGreeted = true;
      onLinked(true);
    }
  };

  /** Whatever goes wrong with what a service sent ends this session and nothing else. */
  const failWith = (own: WebSocket, error: unknown): void => {
    own.terminate();
    end({ closeCode: null, httpStatus: null, error });
  };

  const receive = (own: WebSocket, bytes: Buffer, isBinary: boolean): void => {
    try {
      const message = isBinary ? null : readOrSkip(bytes.toString('utf8'), onSkipped);
      if (message !== null && !isOver) {
        onMessage(message);
      }
    } catch (error) {
      failWith(own, error);
    }
  };

  function connect(): void {
    const own = new WebSocket(url, {
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      perMessageDeflate: false,
    });
    let httpStatus: number | null = null;
    let stopWatching = (): void => undefined;
    socket = own;
    own.on('open', () => {
      stopWatching = watch(own);
      // A picture that cannot be read is no fault of the connection: the owner hears of it.
      greeted(own).catch((error: unknown) => failWith(own, error));
    });
    own.on('message', (bytes: Buffer, isBinary: boolean) => receive(own, bytes, isBinary));
    own.on('unexpected-response', (_request, response) => {
      httpStatus = response.statusCode ?? null;
      own.terminate();
    });
    own.on('error', (error) => {
      if (isProtocolError(error)) {
        const text = `The service sent what is no message of a socket: ${error.message}`;
        failWith(own, new AppError('bad_reply', text, { cause: error }));
      } // Otherwise a close follows.
    });
    own.on('close', (closeCode) => {
      stopWatching();
      if (own !== socket || isOver) {
        return;
      }
      socket = null;
      isGreeted = false;
      if (isMeant(closeCode) || (httpStatus !== null && httpStatus < 500)) {
        end({ closeCode: isMeant(closeCode) ? closeCode : null, httpStatus, error: null });
        return;
      }
      if (attempt === 0) {
        lostAtMs = performance.now();
        onLinked(false);
      }
      retry(httpStatus);
    });
  }

  connect();
  return {
    send: (message) => {
      if (socket?.readyState !== WebSocket.OPEN || !isGreeted) {
        throw new AppError('service_unreachable', 'The connection to the service is being made.');
      }
      socket.send(JSON.stringify(message));
    },
    renew: () => socket?.terminate(),
    close: () => {
      isOver = true;
      clearTimeout(timer);
      socket?.close(1000);
      socket = null;
    },
  };
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
