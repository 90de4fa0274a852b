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
export interface LinkEnd {
  readonly closeCode: number | null;
  /** Status of a refused connection. */
  readonly httpStatus: number | null;
}

/** What a link works with. */
export interface SwapLinkOptions {
  readonly streamUrl: string;
  readonly sessionToken: string;
  /** What every connection begins with. */
  readonly greet: () => Promise<readonly SwapRequest[]>;
  readonly onMessage: (message: SwapServerMessage) => void;
  /** False while the connection is gone and being made anew. */
  readonly onLinked: (isLinked: boolean) => void;
  /** Once, unless it was closed. */
  readonly onEnd: (end: LinkEnd) => void;
  /** How long a lost connection is tried again. */
  readonly graceMs?: number;
}

/** The connection to a session's socket, made again when it is lost. */
export interface SwapLink {
  /** Throws `service_unreachable` while it is not connected. */
  readonly send: (message: SwapRequest) => void;
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
  const { greet, onMessage, onLinked, onEnd, graceMs = GRACE_MS } = options;
  const url = new URL(options.streamUrl);
  url.searchParams.set(SESSION_TOKEN_PARAMETER, options.sessionToken);
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lostAtMs = performance.now();
  let attempt = 0;
  let isOver = false;

  const end = (reason: LinkEnd): void => {
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
      end({ closeCode: null, httpStatus });
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
      onLinked(true);
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
      greeted(own).catch(() => {
        own.terminate();
        end({ closeCode: null, httpStatus: null });
      });
    });
    own.on('message', (bytes: Buffer, isBinary: boolean) => {
      const message = isBinary ? null : readOrSkip(bytes.toString('utf8'));
      if (message !== null && !isOver) {
        onMessage(message);
      }
    });
    own.on('unexpected-response', (_request, response) => {
      httpStatus = response.statusCode ?? null;
      own.terminate();
    });
    own.on('error', () => undefined); // A close follows.
    own.on('close', (closeCode) => {
      stopWatching();
      if (own !== socket || isOver) {
        return;
      }
      socket = null;
      if (isMeant(closeCode) || (httpStatus !== null && httpStatus < 500)) {
        end({ closeCode: isMeant(closeCode) ? closeCode : null, httpStatus });
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
      if (socket?.readyState !== WebSocket.OPEN) {
        throw new AppError('service_unreachable', 'The connection to the service is being made.');
      }
      socket.send(JSON.stringify(message));
    },
    close: () => {
      isOver = true;
      clearTimeout(timer);
      socket?.close(1000);
      socket = null;
    },
  };
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

/** What cannot be read is skipped: the next message may be what matters. */
function readOrSkip(text: string): SwapServerMessage | null {
  try {
    return readSwapServerMessage(text);
  } catch {
    return null;
  }
}
