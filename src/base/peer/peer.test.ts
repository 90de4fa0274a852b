import { setTimeout as wait } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { Peer } from './peer.ts';
import { PeerHost } from './peer-host.ts';
import type { PeerProcess } from './port.ts';
import { Transferred, type PeerContext, type ServeOptions, servePeer } from './serve-peer.ts';

const open = new Set<() => void>();
afterEach(() => {
  for (const close of open) {
    close();
  }
  open.clear();
});

let running = 0;
let maxRunning = 0;
const noted: string[] = [];
const methods = {
  async double(value: number) {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await wait(1);
    running -= 1;
    return value * 2;
  },
  refuse(reason: string): never {
    throw new AppError('not_found', reason, { details: { reason } });
  },
  bug(): never {
    throw new Error('/home/secret');
  },
  fill: (bytes: Uint8Array<ArrayBuffer>) => new Transferred(bytes.fill(7), [bytes.buffer]),
  note: (text: string) => void noted.push(text),
  steps(count: number, { report }: PeerContext) {
    for (let step = 1; step <= count; step += 1) {
      report(step);
    }
    return 'done';
  },
  untilAborted: (_: null, { signal }: PeerContext) =>
    new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => resolve('stopped'));
    }),
  never: () => new Promise<never>(() => undefined),
};
type Methods = typeof methods;

interface FakeProcess extends PeerProcess {
  readonly die: () => void;
  /** Sends an answer without a request. */
  readonly say: (message: object) => void;
  readonly refs: boolean[];
  readonly timers: Map<number, () => void>;
  kills: number;
}

/** A program at the other end of a channel; its timers fire when the test triggers them. */
function startProcess(options?: ServeOptions): FakeProcess {
  const { port1, port2 } = new MessageChannel();
  servePeer(
    {
      send: (message, transfer) => port2.postMessage(message, [...transfer]),
      onMessage: (listener) => void port2.on('message', listener),
    },
    methods,
    options,
  );
  const die = (): void => port2.close();
  open.add(die);
  const timers = new Map<number, () => void>();
  let lastTimer = 0;
  return {
    send: (message, transfer) => port1.postMessage(message, [...transfer]),
    onMessage: (listener) => void port1.on('message', listener),
    onClosed: (listener) => void port1.once('close', () => listener('crash')),
    refs: [],
    setRef(isRef) {
      this.refs.push(isRef);
    },
    kills: 0,
    async kill() {
      this.kills += 1;
      port2.close();
    },
    timers,
    startTimer(ms, action) {
      lastTimer += 1;
      const timer = lastTimer * 1000 + ms;
      timers.set(timer, action);
      return () => void timers.delete(timer);
    },
    die,
    say: (message) => port2.postMessage(message),
  };
}

function openPeer(options?: ServeOptions): {
  readonly process: FakeProcess;
  readonly peer: Peer<Methods>;
} {
  const process = startProcess(options);
  return { process, peer: new Peer<Methods>(process, ended) };
}

const ended = (cause?: unknown): AppError =>
  new AppError('processing_failed', 'It ended.', { cause });

it('answers each question with its own answer, one after the other', async () => {
  const { peer } = openPeer();
  const values = Array.from({ length: 50 }, (_, index) => index);
  const answers = values.map((value) => peer.call('double', value));
  expect(peer.waiting).toBe(50);
  expect(await Promise.all(answers)).toEqual(values.map((value) => value * 2));
  expect(peer.waiting).toBe(0);
  expect(maxRunning).toBe(1);
});

it('answers several questions at once where that is wanted, and those that are withdrawn', async () => {
  const { peer } = openPeer({ isConcurrent: true });
  const stopping = new AbortController();
  const stopped = peer.call('untilAborted', null, { signal: stopping.signal });
  const other = peer.call('untilAborted', null, { signal: new AbortController().signal });
  expect(await peer.call('double', 4)).toBe(8);
  stopping.abort();
  expect(await stopped).toBe('stopped');
  expect(peer.waiting).toBe(1);
  peer.fail(ended());
  await expect(other).rejects.toThrow('It ended.');
});

it('throws a planned failure as it was, and a bug without its text', async () => {
  const { peer } = openPeer();
  await expect(peer.call('refuse', 'gone')).rejects.toMatchObject({
    code: 'not_found',
    message: 'gone',
    details: { reason: 'gone' },
  });
  await expect(peer.call('bug', undefined)).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.not.stringContaining('secret'),
  });
  expect(await peer.call('double', 4)).toBe(8);
});

it('moves memory there and back', async () => {
  const { peer } = openPeer();
  const bytes = new Uint8Array(4);
  const filled = await peer.call('fill', bytes, { transfer: [bytes.buffer] });
  expect(bytes.length).toBe(0);
  expect([...filled]).toEqual([7, 7, 7, 7]);
});

it('reports progress before the answer, and calls in order without an answer', async () => {
  const { peer } = openPeer();
  const heard: unknown[] = [];
  peer.post('note', 'first');
  expect(await peer.call('steps', 3, { onProgress: (step) => heard.push(step) })).toBe('done');
  expect(heard).toEqual([1, 2, 3]);
  expect(noted).toEqual(['first']);
});

it('withdraws a question that runs, and one that waits for its turn', async () => {
  const { peer } = openPeer();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = peer.call('untilAborted', null, { signal: running.signal });
  const second = peer.call('double', 1, { signal: waiting.signal });
  waiting.abort();
  running.abort();
  expect(await first).toBe('stopped');
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  const third = peer.call('double', 1, { signal: AbortSignal.abort() });
  await expect(third).rejects.toMatchObject({ code: 'cancelled' });
});

it('fails all that waits and all that comes when the other end is gone', async () => {
  const { peer, process } = openPeer();
  const waiting = Promise.allSettled([peer.call('never', undefined), peer.call('double', 1)]);
  process.die();
  for (const result of await waiting) {
    expect(result).toMatchObject({ reason: { code: 'processing_failed', cause: 'crash' } });
  }
  await expect(peer.call('double', 1)).rejects.toMatchObject({ code: 'processing_failed' });
  expect(peer.hasFailed).toBe(true);
});

function openHost(limits: { readonly idleMs?: number; readonly silenceMs?: number }) {
  const started: FakeProcess[] = [];
  const host = new PeerHost<Methods, FakeProcess>({
    start() {
      const process = startProcess();
      started.push(process);
      return process;
    },
    ended,
    idleMs: limits.idleMs,
    silence:
      limits.silenceMs === undefined
        ? undefined
        : { ms: limits.silenceMs, error: () => new AppError('render_timeout', 'It is silent.') },
  });
  return { host, started };
}

it('starts with the first question, and anew after it died', async () => {
  const { host, started } = openHost({});
  expect(host.process).toBeNull();
  expect(await host.call('double', 1)).toBe(2);
  const lost = host.call('never', undefined);
  started[0]!.die();
  await expect(lost).rejects.toMatchObject({ code: 'processing_failed', cause: 'crash' });
  expect(host.process).toBeNull();
  expect(await host.call('double', 2)).toBe(4);
  expect(started).toHaveLength(2);
});

it('holds the process while there is work, and ends when nothing was asked for a while', async () => {
  const { host, started } = openHost({ idleMs: 100 });
  await Promise.all([host.call('double', 1), host.call('double', 2)]);
  const [process] = started;
  expect(process!.refs).toEqual([true, true, false]);
  await host.call('double', 3);
  expect(process!.timers.size).toBe(1);
  for (const fire of process!.timers.values()) {
    fire();
  }
  expect(process!.kills).toBe(1);
  expect(host.process).toBeNull();
});

it('kills a process that is silent about a question, and keeps one that reports progress', async () => {
  const { host, started } = openHost({ silenceMs: 100 });
  const reported = host.call('steps', 2);
  const [first] = started[0]!.timers.keys();
  await reported;
  expect(started[0]!.timers.has(first!)).toBe(false);
  expect(started[0]!.timers.size).toBe(0);
  const lost = Promise.allSettled([host.call('never', undefined), host.call('double', 1)]);
  [...started[0]!.timers.values()][0]!();
  for (const result of await lost) {
    expect(result).toMatchObject({ reason: { code: 'render_timeout' } });
  }
  expect(started[0]!.kills).toBe(1);
});

it('gives a question the full time again when an earlier one was answered', async () => {
  const { host, started } = openHost({ silenceMs: 100 });
  const answers = [host.call('double', 1), host.call('double', 2)];
  const { timers } = started[0]!;
  const [first] = timers.keys();
  expect(timers.size).toBe(1);
  await answers[0];
  expect(timers.size).toBe(1);
  expect(timers.has(first!)).toBe(false);
  await answers[1];
  expect(timers.size).toBe(0);
});

it('kills a process that answers an unknown question, and starts another', async () => {
  const { host, started } = openHost({});
  const lost = host.call('never', undefined);
  const caught = expect(lost).rejects.toThrow('an answer is to a question that was asked');
  started[0]!.say({ type: 'answer', call: 2, method: 'never', answer: 1 });
  await caught;
  expect(started[0]!.kills).toBe(1);
  expect(await host.call('double', 2)).toBe(4);
});

it('ends when it is told to, with the error it is given', async () => {
  const { host, started } = openHost({});
  const lost = host.call('never', undefined);
  const caught = expect(lost).rejects.toMatchObject({ code: 'cancelled' });
  await host.end(new AppError('cancelled', 'Closed.'));
  await caught;
  expect(started[0]!.kills).toBe(1);
  await host.end();
});
