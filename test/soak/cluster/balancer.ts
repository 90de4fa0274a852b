import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of servers that come and go. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens one: each connection goes to the server that `pick` names then, under the name that this one has, and is refused where
 * it names none.
 */
export async function openBalancer(pick: () => string | null): Promise<Balancer> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = pick();
    if (target === null) {
      client.destroy();
      return;
    }
    const { hostname, port, host } = new URL(target);
    const peer = connect({ host: hostname, port: Number(port) });
    client.once('data', (head: Buffer) => {
      peer.write(head.toString('latin1').replace(/^Host: .*$/im, `Host: ${host}`), 'latin1');
      client.pipe(peer);
    });
    peer.pipe(client);
    for (const [socket, other] of [
      [client, peer],
      [peer, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      open.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
