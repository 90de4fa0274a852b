import { connect, createServer } from 'node:net';
import { SocketPairs } from './socket-pairs.ts';

/** One address in front of changing servers. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a balancer: each connection goes to the server that `pick` returns at that moment, under this balancer's name,
 * and is refused without a server.
 */
export async function openBalancer(pick: () => string | null): Promise<Balancer> {
  const pairs = new SocketPairs();
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
    pairs.add(client, peer);
  });
  return { url: await pairs.listen(server), close: () => pairs.close(server) };
}
