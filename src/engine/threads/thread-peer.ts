import type { Worker } from 'node:worker_threads';
import type { PeerProcess } from '../../base/peer/port.ts';

/** Wraps a worker as a peer. With `isHeldByWork` the worker keeps this process alive only during a call. */
export function toPeerThread(worker: Worker, { isHeldByWork = false } = {}): PeerProcess {
  return {
    send: (message, transfer) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => void worker.on('message', listener),
    onClosed: (listener) => {
      const close = Promise.withResolvers<unknown>();
      worker.once('error', (cause) => close.resolve(cause));
      worker.once('exit', () => close.resolve(undefined));
      void close.promise.then(listener);
    },
    kill: async () => {
      await worker.terminate();
    },
    startTimer: startNodeTimer,
    ...(isHeldByWork && {
      setRef: (isRef: boolean) => (isRef ? worker.ref() : worker.unref()),
    }),
  };
}

/** Starts a timer that does not keep the process alive; returns a function that cancels it. */
export function startNodeTimer(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms).unref();
  return () => clearTimeout(timer);
}
