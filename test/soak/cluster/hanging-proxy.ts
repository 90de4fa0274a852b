import { connect, createServer } from 'node:net';
import { SocketPairs } from './socket-pairs.ts';

/** A proxy to a server that can stall: connections stay open, and no bytes pass. */
export interface HangingProxy {
  readonly endpoint: string;
  setHanging(isHanging: boolean): void;
  close(): Promise<void>;
}

/** Opens it before a server on this machine. */
export async function openHangingProxy(target: string): Promise<HangingProxy> {
  const port = Number(new URL(target).port);
  const pairs = new SocketPairs();
  let isHanging = false;
  const server = createServer((client) => {
    const peer = connect({ host: '127.0.0.1', port });
    client.pipe(peer).pipe(client);
    pairs.add(client, peer);
    if (isHanging) {
      client.pause();
      peer.pause();
    }
  });
  return {
    endpoint: await pairs.listen(server),
    setHanging(next) {
      isHanging = next;
      for (const socket of pairs.open) {
        if (isHanging) {
          socket.pause();
        } else {
          socket.resume();
        }
      }
    },
    close: () => pairs.close(server),
  };
}
