import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serialize } from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../../base/errors.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import { createCloseStack } from '../../start/close-stack.ts';
import type { Core } from '../../start/core.ts';
import type { LiveWorker, LiveWorkerListener } from '../worker/live-worker-host.ts';
import type { FromLiveWorker, ToLiveWorker } from '../worker/worker-messages.ts';
import { RemoteWorkers } from './remote-workers.ts';
import { forwardWorkers } from './pass-workers-on.ts';
import { LINK_VERSION, VERSION_HEADER } from './worker-link.ts';
import { runWorkerSlot } from './worker-slot.ts';

vi.setConfig({ expect: { poll: { timeout: 10_000 } } });

const key = 'k'.repeat(32);
let over = new AbortController();
const running: Promise<void>[] = [];
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  over.abort();
  await Promise.all(running.splice(0));
  over = new AbortController();
  servers.splice(0).forEach(die);
});

/** Fake process of a worker, as a slot sees it. */
class Process implements LiveWorker {
  readonly pid = null;
  sessions = 0;
  isAlive = true;
  isReady = true;
  readonly received: ToLiveWorker[] = [];
  readonly cards: (Uint8Array | null)[] = [];
  listener: LiveWorkerListener | null = null;
  send(message: ToLiveWorker): void {
    if (message.type === 'card') {
      this.cards.push(message.image);
    } else {
      this.received.push(message);
    }
  }
  listen(listener: LiveWorkerListener | null): void {
    this.listener = listener;
    if (this.isReady) {
      listener?.onMessage({ type: 'ready' });
    }
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

async function openNode(port = 0, isStopping = () => false) {
  const workers = new RemoteWorkers(key, isStopping);
  const server = createServer().on('upgrade', workers.accept).listen(port, '127.0.0.1');
  servers.push(server);
  server.on('connection', (socket) => sockets.add(socket));
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { workers, server, port: own, url: `ws://127.0.0.1:${own}` };
}

function openSlot(
  url: string,
  { isReady = true, log = [] as string[], drain = new AbortController().signal } = {},
): Process[] {
  const processes: Process[] = [];
  const start = (): Process => {
    const process = new Process();
    process.isReady = isReady;
    processes.push(process);
    return process;
  };
  const { signal } = over;
  running.push(runWorkerSlot({ url, key, signal, drain, onLog: (text) => log.push(text), start }));
  return processes;
}

/** Fake connection of a worker. */
function connect(url: string, headers: Record<string, string> = {}): WebSocket {
  return new WebSocket(url, {
    headers: { authorization: `Bearer ${key}`, [VERSION_HEADER]: LINK_VERSION, ...headers },
  });
}

const refusalOf = async (socket: WebSocket): Promise<string> =>
  String((await once(socket, 'error'))[0]);

const settings = {
  isPassthrough: true,
  cover: 'blur',
  isIdentityLocked: true,
  hasBadge: false,
} as const;
const join = {
  type: 'join',
  room: { url: 'ws://x', token: '', streamer: 'a', isCovered: false },
  settings,
} as const;

it('workers that come by themselves get sessions, and another process when they are worn out or their node dies', async () => {
  const { workers, server, port, url } = await openNode();
  const wrongKey = connect(url, { authorization: `Bearer ${'x'.repeat(32)}` });
  expect(await refusalOf(wrongKey)).toContain('401');
  const odd = connect(url);
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
    onExit: (how) => gone.push(how),
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
  next?.send(join);
  await expect.poll(() => processes[1]?.received.length).toBe(1);
  processes[1]?.listener?.onMessage({ type: 'joined' });
  die(server);
  await expect.poll(() => processes[1]?.received.at(-1)).toEqual({ type: 'hold' });
  // A process that ends without a node is replaced too.
  await expect.poll(() => processes.length).toBe(3);
  processes[2]?.kill();
  // A node at the previous address, or any other behind it, accepts the worker.
  const { workers: others } = await openNode(port);
  await expect.poll(() => others.counts.idle).toBe(1);
  expect(processes[1]?.isAlive).toBe(true);
  processes[1]?.listener?.onMessage({ type: 'room_lost', reason: 'another engine came' });
  expect(processes.map(({ isAlive }) => isAlive)).toEqual([false, false, false, true]);
});

it('a worker comes once its process is ready, and not with one that ended before', async () => {
  const { workers, url } = await openNode();
  const processes = openSlot(url, { isReady: false });
  processes[0]?.listener?.onExit('killed');
  await expect.poll(() => processes.length).toBe(2);
  expect(workers.counts.all).toBe(0);
  processes[1]?.listener?.onMessage({ type: 'ready' });
  await expect.poll(() => workers.counts).toEqual({ all: 1, idle: 1 });
  expect(processes.map(({ isAlive }) => isAlive)).toEqual([false, true]);
});

it('a worker of another version is refused, and its machine says why', async () => {
  const { workers, url } = await openNode();
  const other = connect(url, { [VERSION_HEADER]: '0' });
  expect(await refusalOf(other)).toContain('422');
  expect(await refusalOf(connect(url, { authorization: 'Bearer none' }))).toContain('401');
  expect(workers.counts.all).toBe(0);
  const old = createServer().on('upgrade', (_request, socket) =>
    refuseUpgrade(socket, new AppError('invalid_input', 'Run the same version at both.')),
  );
  servers.push(old.listen(0, '127.0.0.1'));
  await once(old, 'listening');
  const log: string[] = [];
  openSlot(`ws://127.0.0.1:${(old.address() as AddressInfo).port}`, { log });
  await expect.poll(() => log.join('')).toContain('Run the same version at both.');
});

it.each([
  ['bytes', Buffer.from('{"type":"join"}')],
  ['a value', serialize(undefined)],
])('a node that says what is no message (%s) loses the worker alone', async (_what, said) => {
  const server = createServer();
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const sides = new WebSocketServer({ server });
  const log: string[] = [];
  const processes = openSlot(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { log });
  const [side] = (await once(sides, 'connection')) as [WebSocket];
  side.send(said);
  expect((await once(side, 'close'))[0]).toBe(1007);
  // The same process reconnects.
  await once(sides, 'connection');
  expect(processes.map(({ isAlive, received }) => [isAlive, received])).toEqual([[true, []]]);
  sides.clients.forEach((client) => client.terminate());
});

it('a process wears out with its sessions at all nodes', async () => {
  const { workers, server, port, url } = await openNode();
  const [process] = openSlot(url);
  await expect.poll(() => workers.counts.idle).toBe(1);
  const worker = workers.acquire();
  worker?.send(join);
  worker?.send({ type: 'leave' });
  await expect.poll(() => process?.received.length).toBe(2);
  die(server);
  const { workers: others } = await openNode(port);
  await expect.poll(() => others.counts.idle).toBe(1);
  expect(others.acquire()?.sessions).toBe(1);
});

it('a worker that could not reach a room gets no other one for now', async () => {
  const { workers, url } = await openNode();
  openSlot(url);
  openSlot(url);
  await expect.poll(() => workers.counts.idle).toBe(2);
  const one = workers.acquire();
  const two = workers.acquire();
  expect([one, two].map((worker) => worker && workers.release(worker, worker === two))).toEqual([
    true,
    true,
  ]);
  expect(workers.counts).toEqual({ all: 2, idle: 1 });
  expect(workers.acquire()).toBe(two);
});

it('a node that stops takes no worker, and lets go of one that does not answer', async () => {
  let isStopping = false;
  const { workers, url } = await openNode(0, () => isStopping);
  const silent = connect(url);
  await once(silent, 'open');
  silent.pause();
  isStopping = true;
  expect(await refusalOf(connect(url))).toContain('429');
  isStopping = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  workers.close();
  expect(workers.counts.all).toBe(0);
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  expect(await refusalOf(connect(url))).toContain('429');
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
  silent.terminate();
});

it('a node that runs none asks one after the other, and lets go of those that it passed on when it stops', async () => {
  const full = await openNode(0, () => true);
  const free = await openNode();
  const closing = createCloseStack();
  const origins = [full, free].map(({ port }) => ({ url: `http://127.0.0.1:${port}` }));
  const core = { listLiveNodes: () => Promise.resolve(origins) } as unknown as Core;
  const accept = forwardWorkers(core, key, closing);
  const passing = createServer().on('upgrade', accept).listen(0, '127.0.0.1');
  await once(passing, 'listening');
  const url = `ws://127.0.0.1:${(passing.address() as AddressInfo).port}`;
  const worker = connect(url);
  await once(worker, 'open');
  expect(free.workers.counts.all).toBe(1);
  expect(full.workers.counts.all).toBe(0);

  free.workers.close();
  await once(worker, 'close');
  expect(await refusalOf(connect(url))).toContain('429');
  origins.push({ url: `http://127.0.0.1:${(await openNode()).port}` });
  const last = connect(url);
  await once(last, 'open');
  const closed = once(last, 'close');
  await closing.closeAll();
  await closed;
  expect(await refusalOf(connect(url))).toContain('429');
  const stopped = once(passing, 'close');
  passing.close();
  await stopped;
});

it('a worker that is drained lets its session go, covers the room until another engine is in it, and ends', async () => {
  const { workers, url } = await openNode();
  const draining = new AbortController();
  const [busy] = openSlot(url, { drain: draining.signal });
  await expect.poll(() => workers.counts.all).toBe(1);
  const worker = workers.acquire();
  const gone: unknown[] = [];
  worker?.listen({ onMessage: () => undefined, onExit: (...how) => gone.push(how) });
  worker?.send(join);
  await expect.poll(() => busy?.received.map(({ type }) => type)).toEqual(['join']);
  busy?.listener?.onMessage({ type: 'joined' });
  const processes = openSlot(url, { drain: draining.signal });
  await expect.poll(() => workers.counts).toEqual({ all: 2, idle: 1 });

  // Sent while the worker drains.
  worker?.send({ type: 'stream' });
  draining.abort();
  await expect.poll(() => gone).toEqual([['its connection is lost', true]]);
  await expect.poll(() => workers.counts.all).toBe(0);
  expect(busy?.received.map(({ type }) => type)).toEqual(['join', 'hold', 'hold']);
  // A worker without a session ends at once, and no other process is started.
  await expect.poll(() => processes.map(({ isAlive }) => isAlive)).toEqual([false]);
  expect(busy?.isAlive).toBe(true);
  busy?.listener?.onMessage({ type: 'room_lost', reason: 'another one came' });
  await Promise.all(running.splice(0));
  expect(busy?.isAlive).toBe(false);
});

it('a worker that came later gets the next session', async () => {
  const { workers, url } = await openNode();
  const [old] = openSlot(url);
  await expect.poll(() => workers.counts.all).toBe(1);
  const first = workers.acquire();
  const [young] = openSlot(url);
  await expect.poll(() => workers.counts).toEqual({ all: 2, idle: 1 });
  if (first !== null) {
    workers.release(first);
  }
  workers.acquire()?.send(join);
  await expect.poll(() => young?.received.length).toBe(1);
  expect(old?.received).toEqual([]);
});

it('a worker that is drained while it covers the room of a lost node covers on until another engine is in it', async () => {
  const { workers, server, url } = await openNode();
  const draining = new AbortController();
  const processes = openSlot(url, { drain: draining.signal });
  await expect.poll(() => workers.counts.all).toBe(1);
  workers.acquire()?.send(join);
  await expect.poll(() => processes[0]?.received.length).toBe(1);
  processes[0]?.listener?.onMessage({ type: 'joined' });
  die(server);
  await expect.poll(() => processes.length).toBe(2);
  draining.abort();
  await expect.poll(() => processes[1]?.isAlive).toBe(false);
  expect(processes[0]?.isAlive).toBe(true);
  processes[0]?.listener?.onMessage({ type: 'room_lost', reason: 'another one came' });
  await Promise.all(running.splice(0));
  expect(processes[0]?.isAlive).toBe(false);
});

it('a worker that still loads when its node is lost covers nothing, and ends', async () => {
  const { workers, server, url } = await openNode();
  const processes = openSlot(url);
  await expect.poll(() => workers.counts.all).toBe(1);
  workers.acquire()?.send(join);
  await expect.poll(() => processes[0]?.received.length).toBe(1);
  die(server);
  await expect.poll(() => processes.map(({ isAlive }) => isAlive)).toEqual([false, true]);
  expect(processes[0]?.received.map(({ type }) => type)).toEqual(['join']);
});

it('a worker covers one room at a time for each slot', async () => {
  const { workers, server, port, url } = await openNode();
  const processes = openSlot(url);
  const lose = async (node: typeof workers, lost: typeof server, index: number): Promise<void> => {
    await expect.poll(() => node.counts.idle).toBe(1);
    node.acquire()?.send(join);
    await expect.poll(() => processes[index]?.received.length).toBe(1);
    processes[index]?.listener?.onMessage({ type: 'joined' });
    die(lost);
    await expect.poll(() => processes[index]?.received.at(-1)).toEqual({ type: 'hold' });
  };
  await lose(workers, server, 0);
  const next = await openNode(port);
  await lose(next.workers, next.server, 1);
  await expect.poll(() => processes.map(({ isAlive }) => isAlive)).toEqual([false, true, true]);
});

it('covers of workers that come look like the card of the node', async () => {
  const { workers, server, port, url } = await openNode();
  const image = Uint8Array.of(1, 2, 3);
  const [before] = openSlot(url);
  await expect.poll(() => workers.counts.all).toBe(1);
  workers.setCard(image);
  await expect.poll(() => before?.cards).toEqual([null, image]);
  const [after] = openSlot(url);
  await expect.poll(() => after?.cards).toEqual([image]);
  // Workers that move to a node without a card show the default card again.
  die(server);
  await openNode(port);
  await expect.poll(() => after?.cards).toEqual([image, null]);
});
