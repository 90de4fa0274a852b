import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { API_PATH } from './call.ts';

/** Takes over the connection of an upgrade request; closes the socket in any case. */
export type AcceptSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * WebSocket addresses by path. An upgrade of any other address is treated as an ordinary request: 404 with the error
 * body for an unknown path.
 */
export interface SocketRoutes {
  /** Adds a path under the base address, such as `/real-time-swap/stream`. */
  add(path: `/${string}`, accept: AcceptSocket): void;
  has(request: IncomingMessage): boolean;
  /** Passes an upgrade to its route; {@link has} was called before. */
  accept: AcceptSocket;
}

/** An empty table. */
export function createSocketRoutes(): SocketRoutes {
  const routes = new Map<string, AcceptSocket>();
  const find = ({ url = '', headers }: IncomingMessage): AcceptSocket | undefined =>
    headers.upgrade?.toLowerCase() === 'websocket'
      ? routes.get(url.split('?', 1)[0] ?? '')
      : undefined;
  return {
    add(path, accept) {
      routes.set(API_PATH + path, accept);
    },
    has: (request) => find(request) !== undefined,
    accept(request, socket, head) {
      const accept = find(request);
      if (accept === undefined) {
        socket.destroy();
      } else {
        accept(request, socket, head);
      }
    },
  };
}
