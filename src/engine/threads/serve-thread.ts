import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/errors.ts';
import { type PeerMethods, servePeer } from '../../base/peer/serve-peer.ts';

/** Answers whoever started this thread. */
export function serveThread(methods: PeerMethods): void {
  invariant(parentPort !== null, 'this module runs in a thread');
  const port = parentPort;
  servePeer(
    {
      send: (message, transfer) => port.postMessage(message, [...transfer]),
      onMessage: (listener) => void port.on('message', listener),
    },
    methods,
  );
}

/** Takes no more calls: the thread ends when its work is done. */
export function closeThreadPort(): void {
  parentPort?.close();
}
