import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { endSocket } from '../../base/end-socket.ts';
import {
  controlCloseCodes,
  type ControlEvent,
  controlLimits,
  type ControlState,
} from '../../contract/control.ts';
import { type ControlConnectionDependencies, ControlConnection } from './control-connection.ts';

/** The listener of the control API: this computer only, programs only. */
export class ControlServer {
  readonly #dependencies: ControlConnectionDependencies;
  readonly #connections = new Set<ControlConnection>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: controlLimits.messageBytes,
    perMessageDeflate: false,
  });
  #server: Server | null = null;

  constructor(dependencies: ControlConnectionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Listening port; null while it does not listen. */
  get port(): number | null {
    const address = this.#server?.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  /** Listens on a port of this computer, 0 for any. Rejects with the system's error where that port is not free. */
  async listen(port: number): Promise<void> {
    const server = createServer((_request, response) => {
      response.writeHead(426, { 'Content-Type': 'text/plain', Connection: 'close' });
      response.end('This is the control API of Guise, a WebSocket.\n');
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      this.#upgrade(request, socket, head);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    server.on('error', () => undefined); // The server keeps listening; each socket handles its own errors.
    this.#server = server;
  }

  /** Which clients are connected. */
  connectedIds(): ReadonlySet<string> {
    return new Set([...this.#connections].flatMap(({ clientId }) => clientId ?? []));
  }

  /** Sends an event to the connections of a client. */
  sendTo(clientId: string, event: ControlEvent): void {
    for (const connection of this.#connections) {
      if (connection.clientId === clientId) {
        connection.send(event);
      }
    }
  }

  /** Sends a new state to all subscribers. */
  publish(state: ControlState): void {
    for (const connection of this.#connections) {
      if (connection.clientId !== null && connection.isSubscribed) {
        connection.send({ event: 'state_changed', state });
      }
    }
  }

  /** Closes the connections of a client. */
  disconnect(clientId: string): void {
    for (const connection of this.#connections) {
      if (connection.clientId === clientId) {
        connection.close('refused');
      }
    }
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const connection of this.#connections) {
      connection.close('stopping');
    }
    for (const socket of this.#sockets.clients) {
      socket.close(controlCloseCodes.stopping);
      socket.terminate();
    }
    if (server !== null) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#findRefusal(request);
    if (refusal !== null) {
      endSocket(socket, `HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
      const connection = new ControlConnection(accepted, this.#dependencies);
      this.#connections.add(connection);
      accepted.once('close', () => this.#connections.delete(connection));
    });
  }

  /**
   * Web pages send an origin, programs do not: no page of any site even triggers a question. A foreign host
   * name that points at this computer is refused too.
   */
  #findRefusal({ headers, url }: IncomingMessage): string | null {
    const hosts = [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
    if (headers.origin !== undefined || !hosts.includes(headers.host ?? '')) {
      return '403 Forbidden';
    }
    if (url !== '/') {
      return '404 Not Found';
    }
    return this.#connections.size >= controlLimits.connections ? '503 Service Unavailable' : null;
  }
}
