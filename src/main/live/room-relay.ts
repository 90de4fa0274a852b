import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { endSocket } from '../../base/end-socket.ts';

/** Handles an upgrade; returns false when the path is unknown. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Relay through which the page reaches the room of the running session. */
export interface RoomRelay {
  /** Sources for the page's policy: one port of this computer. */
  readonly sources: readonly string[];
  /** Sets the room and returns its URL for the page; the previous URL becomes invalid. */
  readonly open: (roomUrl: URL) => string;
  /** Adds a handler for other upgrades, tried in turn: the page may use only this one port. */
  readonly admit: (handler: UpgradeHandler) => void;
  /** Clears the room; connections to one are closed. */
  readonly shut: () => void;
  readonly close: () => Promise<void>;
}

/** A client's first address holds its whole join request: 27,000 characters in browsers that cannot pack it. */
const MAX_HEADER_BYTES = 65_536;
/** Same maximum as the room's. */
const MAX_MESSAGE_BYTES = 524_288;
/** Signalling is small: a side that does not read this much is gone. */
const MAX_WAITING_BYTES = 4_194_304;
const VALIDATE_MS = 5_000;

/** Close codes that say how a connection ended without being sent themselves. */
const unsendable: ReadonlySet<number> = new Set([1004, 1005, 1006, 1015]);

const pathPattern = /^\/([A-Za-z0-9_-]{22})(\/rtc(?:\/v1)?)(\/validate)?$/;

/** Room of the relay, under an unguessable URL. */
interface Target {
  readonly secret: string;
  readonly roomUrl: URL;
}

/** A request that the relay carries on. */
interface Carried {
  /** URL of the same request at the room. */
  readonly url: URL;
  readonly isValidation: boolean;
}

/**
 * Relay in main for the signalling of a room: the page then needs a single address in its policy, which is
 * known before it loads, wherever the room is. Audio and video do not pass through it.
 *
 * Listens on this computer only. A URL contains 128 random bits known only to Guise's page; the room still
 * checks its token.
 */
export async function openRoomRelay(): Promise<RoomRelay> {
  const others: UpgradeHandler[] = [];
  let target: Target | null = null;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const carried = findCarried(request, target);
    if (carried?.isValidation === true && request.method === 'GET') {
      void validate(carried.url, request, response);
    } else {
      response.writeHead(404).end();
    }
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const carried = findCarried(request, target);
    if (carried === null && others.some((upgradeOther) => upgradeOther(request, socket, head))) {
      return;
    }
    if (carried === null || carried.isValidation) {
      endSocket(socket, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const opened = target;
    connect(carried.url, socket, (accept) => {
      if (target === opened) {
        sockets.handleUpgrade(request, socket, head, accept);
      } else {
        socket.destroy(); // The room was shut while it was being connected to.
      }
    });
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    try {
      upgrade(request, socket, head);
    } catch {
      socket.destroy(); // An address without a socket; the page receives it as a refusal.
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const shut = (): void => {
    target = null;
    for (const client of sockets.clients) {
      client.close(1001);
    }
  };
  return {
    sources: [`ws://127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
    open: (roomUrl) => {
      shut();
      const secret = randomBytes(16).toString('base64url');
      target = { secret, roomUrl };
      return `ws://127.0.0.1:${port}/${secret}`;
    },
    admit: (handler) => {
      others.push(handler);
    },
    shut,
    close: async () => {
      shut();
      for (const client of sockets.clients) {
        client.terminate();
      }
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function findCarried(request: IncomingMessage, target: Target | null): Carried | null {
  const base = 'http://relay.invalid';
  const requested = URL.canParse(request.url ?? '', base) ? new URL(request.url ?? '', base) : null;
  const match = requested === null ? null : pathPattern.exec(requested.pathname);
  if (requested === null || match === null || target === null || match[1] !== target.secret) {
    return null;
  }
  const url = new URL(target.roomUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${match[2] ?? ''}${match[3] ?? ''}`;
  url.search = requested.search;
  return { url, isValidation: match[3] !== undefined };
}

/** Accepts the page's connection after the room's, so that a refusal of the room is passed on as one. */
function connect(
  url: URL,
  socket: Duplex,
  accept: (onOpen: (page: WebSocket) => void) => void,
): void {
  const room = new WebSocket(url, { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const giveUp = (): void => room.terminate();
  socket.once('close', giveUp);
  room.once('unexpected-response', (_request, response) => {
    endSocket(
      socket,
      `HTTP/1.1 ${response.statusCode ?? 502} Refused\r\nConnection: close\r\n\r\n`,
    );
    room.terminate();
  });
  room.on('error', () => socket.destroy());
  room.once('open', () => {
    accept((page) => {
      socket.off('close', giveUp);
      carry(page, room);
      carry(room, page);
    });
  });
}

function carry(from: WebSocket, to: WebSocket): void {
  from.on('message', (bytes: RawData, isBinary: boolean) => {
    if (to.bufferedAmount > MAX_WAITING_BYTES) {
      from.terminate();
      to.terminate();
    } else if (to.readyState === WebSocket.OPEN) {
      to.send(bytes, { binary: isBinary });
    }
  });
  from.on('close', (code) => {
    to.close(code >= 1000 && !unsendable.has(code) ? code : 1001);
  });
  from.on('error', () => to.terminate());
}

/** Clients ask this way why they were refused, and whether a server is an older one. */
async function validate(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requested = new URL(url);
  requested.protocol = url.protocol.replace('ws', 'http');
  try {
    const answer = await fetch(requested, {
      redirect: 'error',
      signal: AbortSignal.timeout(VALIDATE_MS),
    });
    response.writeHead(answer.status, {
      'Content-Type': 'text/plain',
      'Access-Control-Allow-Origin': request.headers.origin ?? '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.end((await answer.text()).slice(0, 1024));
  } catch {
    response.writeHead(502).end();
  }
}
