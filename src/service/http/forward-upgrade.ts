import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';

/** An upgrade request as a server gets it. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes received after the request. */
  readonly head: Buffer;
}

/** Result of forwarding an upgrade; only after `answered` has the client a reply. */
export type Forwarding = 'answered' | 'declined' | 'refused' | 'silent';

/** Options of forwarding. */
export interface ForwardOptions {
  /**
   * True when another node may still accept the upgrade: a refusal is then reported as `declined` and not sent to the
   * client.
   */
  readonly canDecline?: boolean | undefined;
}

const FORWARDED = 'guise-forwarded';
/** A node that runs answers from memory or after a look into the database. */
const ANSWER_MS = 3000;

/** Returns whether another node forwarded this request; such a request is not forwarded again. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return headers[FORWARDED] !== undefined;
}

/**
 * Lets another service at `origin` answer an upgrade, and pipes between it and the client while both are
 * connected. `declined`: see the options. `refused`: nothing listens there. `silent`: no reply came in three
 * seconds, or the connection broke.
 */
export function forwardUpgrade(
  upgrade: Upgrade,
  origin: string,
  { canDecline = false }: ForwardOptions = {},
): Promise<Forwarding> {
  const { request, socket, head } = upgrade;
  const { promise, resolve } = Promise.withResolvers<Forwarding>();
  const { protocol, hostname, port, host } = new URL(origin);
  // This node has checked the origin of the page already, against its own names.
  const { origin: _page, ...headers } = request.headers;
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  const sent = send({
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: request.url,
    headers: { ...headers, host, [FORWARDED]: '1' },
    agent: false,
  });
  const late = setTimeout(() => sent.destroy(), ANSWER_MS);
  const abandon = (): void => {
    sent.destroy();
  };
  socket.once('close', abandon);
  sent.on('error', (error) => {
    resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'silent');
  });
  sent.on('upgrade', (response, peer, first) => {
    resolve('answered');
    writeHead(socket, response);
    socket.write(first);
    peer.write(head);
    request.socket.setTimeout(0);
    request.socket.setNoDelay();
    response.socket.setNoDelay();
    connect(socket, peer);
  });
  sent.on('response', (response) => {
    if (canDecline) {
      resolve('declined');
      sent.destroy();
      return;
    }
    resolve('answered');
    writeHead(socket, response);
    response.pipe(socket);
  });
  sent.end();
  return promise.finally(() => {
    clearTimeout(late);
    socket.off('close', abandon);
  });
}

function writeHead(
  socket: Duplex,
  { statusCode, statusMessage, rawHeaders }: IncomingMessage,
): void {
  const lines = Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}\r\n`,
  );
  socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`);
}

function connect(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
