/**
 * Live worker for nodes on other machines: a process here, and its connection with a node.
 *
 *   starting ── ready ──▶ connecting ⇄ waits a moment ──▶ at a node ── connection lost ──▶ connecting, with the same process
 *      └── ends, or is not ready in two minutes ──▶ waits a moment ──▶ starting
 *                                                    ├── lost in a room: covers its room until another engine is in it,
 *                                                    │   or for a minute and a half; another process connects meanwhile
 *                                                    ├── process gone, no longer wanted, or lost before it was in the room ──▶ starting
 *                                                    └── drained: lets go of its node; in a room it covers the room until
 *                                                        another engine is in it ──▶ over
 */
import { setTimeout as pause } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { WebSocket } from 'ws';
import { type LiveWorker, startLiveWorker } from '../worker/live-worker-host.ts';
import type { FromLiveWorker, ToLiveWorker } from '../worker/worker-messages.ts';
import {
  COVERED_MS,
  DRAINED,
  LINK_VERSION,
  REPLACE,
  SESSIONS_HEADER,
  SILENCE_MS,
  VERSION_HEADER,
} from './worker-link.ts';

/** Node and process of a worker, and listeners of its state. */
export interface WorkerSlotOptions {
  /** Address of the workers of a service, such as `wss://studio.example/api/v1/live-workers`. */
  readonly url: string;
  /** Key that nodes and workers share; see {@link findWorkerKey}. */
  readonly key: string;
  /** Ends the worker at once. */
  readonly signal: AbortSignal;
  /** Drains the worker: its session goes to another worker, then it ends. */
  readonly drain?: AbortSignal | undefined;
  /** Receives output of the process and events of the connection. */
  readonly onLog: (text: string) => void;
  /** Called when a node has accepted the worker. */
  readonly onConnected?: (() => void) | undefined;
  readonly start?: ((onLog: (text: string) => void) => LiveWorker) | undefined;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;
/** Time limit for loading the networks, which takes a second or two, and up to a minute on a busy machine. */
const READY_MS = 120_000;
/** Maximum characters of a node's refusal that are read. */
const MAX_REFUSAL = 4096;

/** Runs the worker until one of the signals fires; the process has ended then. */
export async function runWorkerSlot(options: WorkerSlotOptions): Promise<void> {
  const { signal, drain, onLog } = options;
  const over = drain === undefined ? signal : AbortSignal.any([signal, drain]);
  let started = startWorker(options);
  let pauseMs = FIRST_PAUSE_MS;
  let covering = Promise.resolve();
  let uncover = new AbortController();
  while (!over.aborted) {
    if (!started.worker.isAlive) {
      started = startWorker(options);
    }
    const { worker } = started;
    const end = (await started.isReady) ? await serve(worker, options, over) : notReady;
    pauseMs = end.wasConnected ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    if (end.isUseless) {
      worker.kill();
    } else if (end.inSession && over.aborted) {
      onLog('another worker takes its session over\n');
      await coverRoom(worker, signal);
    } else if (end.inSession) {
      // Only one process covers at a time: an unstable node must not fill the machine with processes.
      uncover.abort();
      uncover = new AbortController();
      covering = coverRoom(worker, AbortSignal.any([signal, uncover.signal]));
      started = startWorker(options);
    }
    if (!over.aborted) {
      onLog(`${end.why}; it connects again\n`);
      await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: over }).catch(
        () => undefined,
      );
    }
  }
  started.worker.kill();
  // A process may still cover the room of a node that was lost just before.
  await covering;
}

interface Started {
  readonly worker: LiveWorker;
  /**
   * Settles when the modules and networks are loaded (true), or when the worker ended or timed out before (false).
   */
  readonly isReady: Promise<boolean>;
}

function startWorker({
  signal,
  drain,
  onLog,
  start = startLiveWorker,
}: WorkerSlotOptions): Started {
  const worker = start(onLog);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const giveUp = (): void => resolve(false);
  const late = setTimeout(giveUp, READY_MS);
  signal.addEventListener('abort', giveUp, { once: true });
  drain?.addEventListener('abort', giveUp, { once: true });
  worker.listen({
    onMessage: ({ type }) => {
      if (type === 'ready') {
        resolve(true);
      }
    },
    onExit: giveUp,
  });
  const isReady = promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', giveUp);
    drain?.removeEventListener('abort', giveUp);
  });
  return { worker, isReady };
}

interface ServiceEnd {
  readonly why: string;
  readonly wasConnected: boolean;
  readonly inSession: boolean;
  /** True when the process is gone, has to be replaced, or has not joined the room of its session. */
  readonly isUseless: boolean;
}

const notReady: ServiceEnd = {
  why: 'the process does not become ready',
  wasConnected: false,
  inSession: false,
  isUseless: true,
};

/** Connects a process with a node until one of them disconnects, or `over` fires. */
function serve(
  worker: LiveWorker,
  { url, key, signal, onLog, onConnected }: WorkerSlotOptions,
  over: AbortSignal,
): Promise<ServiceEnd> {
  const { promise, resolve } = Promise.withResolvers<ServiceEnd>();
  const socket = new WebSocket(url, {
    headers: {
      authorization: `Bearer ${key}`,
      [VERSION_HEADER]: LINK_VERSION,
      [SESSIONS_HEADER]: String(worker.sessions),
    },
    handshakeTimeout: SILENCE_MS,
    perMessageDeflate: false,
  });
  const silence = setTimeout(() => socket.terminate(), SILENCE_MS);
  let [wasConnected, inSession, inRoom, why] = [false, false, false, 'the node is not there'];
  const stop = (): void => {
    if (inSession) {
      // Held before the node admits another engine, because swapped frames are no longer billed from here on.
      worker.send({ type: 'hold' });
    }
    socket.close(DRAINED);
  };
  over.addEventListener('abort', stop, { once: true });
  socket.on('open', () => {
    wasConnected = true;
    why = 'the connection with the node is lost';
    onLog('at a node\n');
    onConnected?.();
  });
  socket.on('ping', () => silence.refresh());
  socket.on('message', (raw: Buffer) => {
    silence.refresh();
    const message = parseMessage(raw);
    if (message === null) {
      why = 'the node said what is no message';
      socket.close(1007);
      return;
    }
    if (over.aborted && message.type !== 'leave') {
      // Messages that were in flight must not end the hold.
      return;
    }
    worker.sessions += message.type === 'join' ? 1 : 0;
    inSession = message.type === 'join' || (inSession && message.type !== 'leave');
    inRoom &&= message.type !== 'join' && message.type !== 'leave';
    worker.send(message);
  });
  worker.listen({
    onMessage: (message: FromLiveWorker) => {
      inRoom ||= message.type === 'joined';
      if (socket.readyState === socket.OPEN) {
        socket.send(JSON.stringify(message));
      }
    },
    onExit: (how) => {
      why = `the process ended: ${how}`;
      socket.close(1000);
    },
  });
  const readRefusal = listenForRefusal(socket);
  socket.on('error', (error) => {
    why = wasConnected ? why : readRefusal() || error.message;
  });
  socket.on('close', (code) => {
    clearTimeout(silence);
    over.removeEventListener('abort', stop);
    worker.listen(null);
    const isWanted = worker.isAlive && code !== REPLACE && !signal.aborted;
    // A process that still loads cannot cover, and would push the next engine out of the room when it joins.
    resolve({ why, wasConnected, inSession, isUseless: !isWanted || (inSession && !inRoom) });
  });
  return promise;
}

/** Returns a function that reads the node's refusal; empty without one. */
function listenForRefusal(socket: WebSocket): () => string {
  let refusal = '';
  socket.on('unexpected-response', (_request, response) => {
    refusal = `the node answers ${response.statusCode}: `;
    response.setEncoding('utf8').on('data', (text: string) => {
      refusal = (refusal + text).slice(0, MAX_REFUSAL);
    });
    response.once('close', () => socket.terminate());
  });
  return () => refusal;
}

function parseMessage(bytes: Buffer): ToLiveWorker | null {
  try {
    const value: unknown = deserialize(bytes);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node has the same types
    return typeof value === 'object' && value !== null ? (value as ToLiveWorker) : null;
  } catch {
    return null;
  }
}

/** Covers the room of a session whose connection was lost, until another engine has joined it; then the process ends. */
function coverRoom(worker: LiveWorker, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
    worker.listen(null);
    worker.kill();
    resolve();
  };
  const late = setTimeout(end, COVERED_MS);
  signal.addEventListener('abort', end, { once: true });
  worker.listen({
    onMessage: ({ type }) => {
      // Another engine has joined under the same name.
      if (type === 'room_lost' || type === 'failed') {
        end();
      }
    },
    onExit: end,
  });
  worker.send({ type: 'hold' });
  return promise;
}
