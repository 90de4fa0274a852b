import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveWorker, LiveWorkerListener } from '../worker/live-worker-host.ts';
import type { FromLiveWorker, ToLiveWorker } from '../worker/worker-messages.ts';
import { RemoteWorkers } from './remote-workers.ts';
import { runWorkerSlot } from './worker-slot.ts';

vi.setConfig({ expect: { poll: { timeout: 10_000 } } });

const key = 'k'.repeat(32);
const over = new AbortController();
const running: Promise<void>[] = [];
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  over.abort();
  await Promise.all(running);
  servers.splice(0).forEach(die);
});

/** A process of a worker, as a slot sees it. */
class Process implements LiveWorker {
  readonly pid = null;
  sessions = 0;
  isAlive = true;
  readonly received: ToLiveWorker[] = [];
  listener: LiveWorkerListener | null = null;
  send(message: ToLiveWorker): void {
    this.received.push(message);
  }
  listen(listener: LiveWorkerListener | null): void {
    this.listener = listener;
  }
  kill(): void {
    this.isAlive = false;
  }
}

/** Ends a node as a kill does. */
function die(server: Server): void {
  server.close();
  sockets.forEach((socket) => socket.destroy());
}

async function openNode(port = 0) {
  const workers = new RemoteWorkers(key);
  const server = createServer().on('upgrade', workers.accept).listen(port, '127.0.0.1');
  servers.push(server);
  server.on('connection', (socket) => sockets.add(socket));
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { workers, server, port: own, url: `ws://127.0.0.1:${own}` };
}

function openSlot(url: string): Process[] {
  const processes: Process[] = [];
  const start = (): Process => {
    const process = new Process();
    processes.push(process);
    return process;
  };
  running.push(runWorkerSlot({ url, key, signal: over.signal, onLog: () => undefined, start }));
  return processes;
}

it('workers that come by themselves get sessions, and another process when they are worn out or their node dies', async () => {
  const { workers, server, port, url } = await openNode();
  const refused = new WebSocket(url, { headers: { authorization: `Bearer ${'x'.repeat(32)}` } });
  expect(String((await once(refused, 'error'))[0])).toContain('401');
  const odd = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
  await once(odd, 'open');
  odd.send('{"type":"unheard"}');
  expect((await once(odd, 'close'))[0]).toBe(1008);

  const processes = openSlot(url);
  await expect.poll(() => workers.counts).toEqual({ all: 1, idle: 1 });
  const worker = workers.acquire();
  expect(workers.acquire()).toBeNull();
  const messages: FromLiveWorker[] = [];
  const gone: string[] = [];
  worker?.listen({
    onMessage: (message) => messages.push(message),
    onGone: (how) => gone.push(how),
  });
  const image = Uint8Array.from([1, 2, 3]);
  worker?.send({ type: 'study', image });
  await expect.poll(() => processes[0]?.received).toEqual([{ type: 'study', image }]);
  processes[0]?.listener?.onMessage({ type: 'joined' });
  await expect.poll(() => messages).toEqual([{ type: 'joined' }]);

  worker?.kill();
  await expect.poll(() => workers.counts.idle).toBe(1);
  expect(processes.map(({ isAlive }) => isAlive)).toEqual([false, true]);
  expect(gone).toHaveLength(1);

  const next = workers.acquire();
  const settings = {
    isPassthrough: true,
    cover: 'blur',
    isIdentityLocked: true,
    hasBadge: false,
  } as const;
  next?.send({ type: 'join', room: { url: 'ws://x', token: '', streamer: 'a' }, settings });
  await expect.poll(() => processes[1]?.received.length).toBe(1);
  die(server);
  await expect.poll(() => processes[1]?.received.at(-1)).toEqual({ type: 'hold' });
  // One that ends while it has no node is replaced too.
  await expect.poll(() => processes.length).toBe(3);
  processes[2]?.kill();
  // Where it was, or anywhere behind the same address.
  const { workers: others } = await openNode(port);
  await expect.poll(() => others.counts.idle).toBe(1);
  expect(processes[1]?.isAlive).toBe(true);
  processes[1]?.listener?.onMessage({ type: 'room_lost', reason: 'another engine came' });
  expect(processes.map(({ isAlive }) => isAlive)).toEqual([false, false, false, true]);
});
