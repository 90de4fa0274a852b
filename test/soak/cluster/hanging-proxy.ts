import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can stand still: connections stay open, and nothing goes through. */
export interface HangingProxy {
  readonly endpoint: string;
  setHanging(isHanging: boolean): void;
  close(): Promise<void>;
}

/** Opens it before a server on this machine. */
export async function openHangingProxy(target: string): Promise<HangingProxy> {
  const port = Number(new URL(target).port);
  const open = new Set<Socket>();
  let isHanging = false;
  const server = createServer((client) => {
    const peer = connect({ host: '127.0.0.1', port });
    client.pipe(peer).pipe(client);
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
      if (isHanging) {
        socket.pause();
      }
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setHanging(next) {
      isHanging = next;
      for (const socket of open) {
        if (isHanging) {
          socket.pause();
        } else {
          socket.resume();
        }
      }
    },
    async close() {
      open.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
