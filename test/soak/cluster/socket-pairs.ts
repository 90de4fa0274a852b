import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Connections that go through a server, both sides of each. */
export class SocketPairs {
  readonly open = new Set<Socket>();

  /** Ends each side with the other. */
  add(client: Socket, peer: Socket): void {
    for (const [socket, other] of [
      [client, peer],
      [peer, client],
    ] as const) {
      this.open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
    }
  }

  /** Starts their server on a free port of this machine, and returns its address. */
  async listen(server: Server): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Ends all of them and their server. */
  async close(server: Server): Promise<void> {
    this.open.forEach((socket) => socket.destroy());
    server.close();
    await once(server, 'close');
  }
}
