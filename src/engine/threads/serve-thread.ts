import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/errors.ts';
import { type PeerMethods, servePeer } from '../../base/peer/serve-peer.ts';

/** Serves methods to the thread that started this one. */
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

/** Closes the port to the parent thread, so that this thread ends after its current work. */
export function closeThreadPort(): void {
  parentPort?.close();
}
