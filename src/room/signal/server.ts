import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { endSocket } from '../../base/end-socket.ts';
import type { RoomLimits } from '../limits.ts';
import type { RoomListener } from '../rooms/events.ts';
import {
  type Admitted,
  type AdmissionRules,
  admit,
  findPath,
  findUrl,
  isAllowedOrigin,
  type Refused,
} from './admission.ts';
import type { Sessions } from './sessions.ts';

/** HTTP side of a room server. */
export interface SignalServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Resume and join requests carry a description in their URL, up to 27 KB. */
const maxHeaderBytes = 64 * 1024;
const requestTimeoutMs = 10_000;
const idleTimeoutMs = 5_000;

/**
 * Listens for clients: `/rtc` and `/rtc/v1` with their sockets, and `/validate` under each, where a client
 * asks why its socket was refused. Tokens are in addresses, so addresses are never logged.
 */
export async function openSignalServer(options: {
  readonly host: string;
  readonly port: number;
  readonly limits: RoomLimits;
  readonly rules: AdmissionRules;
  readonly sessions: Sessions;
  readonly emit: RoomListener;
  /** True when clients find the newer signalling; the older is always available. */
  readonly hasNewerSignalling: boolean;
}): Promise<SignalServer> {
  const { limits, sessions, emit } = options;
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
  });
  server.maxConnections = limits.maxConnections;
  limitConnections(server, limits.maxConnectionsPerAddress);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxSignalBytes,
    perMessageDeflate: false,
  });
  const judge = (request: IncomingMessage): Admitted | Refused => {
    const url = findUrl(request);
    const path = url === null ? null : findPath(url);
    if (url === null || path === null || (path.hasOneConnection && !options.hasNewerSignalling)) {
      return { status: 404, reason: 'not found' };
    }
    const admitted = admit(request, url, path, options.rules);
    return 'claims' in admitted && !sessions.hasSpace(admitted)
      ? { status: 503, reason: 'the room is full' }
      : admitted;
  };

  server.on('request', (request, response) => answer(request, response, judge, options.rules));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const verdict = findUrl(request)?.pathname.includes('validate')
      ? { status: 404, reason: 'not found' }
      : judge(request);
    if (!('claims' in verdict)) {
      emit({ type: 'refused', status: verdict.status, reason: verdict.reason });
      refuse(socket, verdict);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      sessions.accept(client, verdict).catch((error: unknown) => {
        emit({ type: 'fault', error });
        client.terminate();
      });
    });
  });

  server.listen(options.port, options.host);
  await once(server, 'listening');
  return { port: readPort(server), close: () => close(server, sockets) };
}

/** Closes connections beyond the limit of their client address before a byte is read. */
function limitConnections(server: Server, max: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const count = (counts.get(remoteAddress) ?? 0) + 1;
    counts.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (counts.get(remoteAddress) ?? 1) - 1;
      if (left === 0) {
        counts.delete(remoteAddress);
      } else {
        counts.set(remoteAddress, left);
      }
    });
    if (count > max) {
      socket.destroy();
    }
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  judge: (request: IncomingMessage) => Admitted | Refused,
  rules: AdmissionRules,
): void {
  const { origin } = request.headers;
  if (origin !== undefined && isAllowedOrigin(origin, rules)) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
  }
  response.setHeader('Content-Type', 'text/plain');
  response.setHeader('Cache-Control', 'no-store');
  const isValidation = findUrl(request)?.pathname.includes('validate') === true;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const verdict = isRead && isValidation ? judge(request) : { status: 404, reason: 'not found' };
  response.statusCode = 'claims' in verdict ? 200 : verdict.status;
  response.end('claims' in verdict ? 'success' : verdict.reason);
}

function refuse(socket: Duplex, { status, reason }: Refused): void {
  endSocket(
    socket,
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: text/plain',
      `Content-Length: ${Buffer.byteLength(reason)}`,
      '',
      reason,
    ].join('\r\n'),
  );
}

async function close(server: Server, sockets: WebSocketServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  sockets.clients.forEach((client) => client.terminate());
  sockets.close();
  server.closeAllConnections();
  await closed;
}

function readPort(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
