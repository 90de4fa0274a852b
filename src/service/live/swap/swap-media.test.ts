import { expect, it } from 'vitest';
import type { AppError } from '../../../base/errors.ts';
import type { LiveWorker, LiveWorkerListener } from '../worker/live-worker-host.ts';
import type { FromLiveWorker, JoinedRoom, ToLiveWorker } from '../worker/worker-messages.ts';
import { defaultSwapLimits } from './limits.ts';
import { openSwapMedia } from './swap-media.ts';

const unreachable: FromLiveWorker = {
  type: 'failed',
  error: { code: 'service_unreachable', message: 'The media room cannot be reached.' },
};

it('tries again at this machine when the room cannot be reached, and says so', async () => {
  const { worker, events, taken, pool, say, close } = await open();
  say(unreachable);
  expect(events).toEqual(['unreachable']);
  expect(worker.isAlive).toBe(true);
  expect(taken).toEqual(['join', 'leave', 'join']);
  expect(pool).toEqual(['anywhere', 'back: unreached', 'own first']);
  say({ type: 'joined' });
  say(unreachable);
  say(unreachable);
  expect(events).toEqual(['unreachable', 'unreachable', 'unreachable']);
  await close();
});

it('ends with the reason when the room is never reached', async () => {
  const { worker, events, say, close } = await open();
  say(unreachable);
  say(unreachable);
  say(unreachable);
  expect(events).toEqual(['unreachable', 'unreachable', 'failed: service_unreachable']);
  expect(worker.isAlive).toBe(true);
  await close();
});

it('replaces a worker that fails for another reason', async () => {
  const { worker, events, say, close } = await open();
  say({ type: 'failed', error: { code: 'processing_failed', message: 'The models are damaged.' } });
  expect(events).toEqual(['restart: The models are damaged.']);
  expect(worker.isAlive).toBe(false);
  await close();
});

it('does not count workers that are drained as lost', async () => {
  const { events, lose, close } = await open();
  for (let drained = 0; drained <= defaultSwapLimits.maxLosses; drained += 1) {
    lose(true);
  }
  expect(new Set(events)).toEqual(new Set(['restart: gone']));
  for (let lost = 0; lost <= defaultSwapLimits.maxLosses; lost += 1) {
    lose();
  }
  expect(events.at(-1)).toBe('failed: processing_failed');
  await close();
});

it('has an engine that follows another one come in when it can draw, not before', async () => {
  const { rooms, lose, close } = await open();
  lose(true);
  expect(rooms.map(({ isCovered }) => isCovered)).toEqual([false, true]);
  await close();
  const moved = await open(true);
  expect(moved.rooms.map(({ isCovered }) => isCovered)).toEqual([true]);
  await moved.close();
});

/** Media with a worker at the far end of its messages. */
async function open(isMoved = false) {
  const events: string[] = [];
  const taken: ToLiveWorker['type'][] = [];
  const rooms: JoinedRoom[] = [];
  const pool: string[] = [];
  let listener: LiveWorkerListener | null = null;
  let isAlive = true;
  const worker: LiveWorker = {
    pid: 1,
    get isAlive() {
      return isAlive;
    },
    sessions: 0,
    send: (message) => {
      const { type } = message;
      taken.push(type);
      if (type === 'join') {
        rooms.push(message.room);
      } else if (type === 'leave') {
        listener?.onMessage({ type: 'left', report: null });
      }
    },
    listen: (next) => {
      listener = next;
    },
    kill: () => {
      isAlive = false;
    },
  };
  const media = await openSwapMedia({
    rooms: {
      create: () =>
        Promise.resolve({
          url: 'ws://127.0.0.1:1',
          name: 'room',
          createToken: () => 'token',
          participants: () => Promise.resolve([]),
          remove: () => Promise.resolve(false),
          close: () => Promise.resolve(),
        }),
    },
    workers: {
      acquire: (options) => {
        pool.push(options?.prefersOwn === true ? 'own first' : 'anywhere');
        return worker;
      },
      release: (_worker, couldReachRoom) => {
        pool.push(`back: ${couldReachRoom === false ? 'unreached' : 'good'}`);
      },
    },
    roomName: 'room',
    tokenSec: 60,
    settings: { isPassthrough: false, cover: 'blur', isIdentityLocked: true, hasBadge: false },
    isMoved,
    limits: defaultSwapLimits,
    listener: {
      onCamera: () => undefined,
      onRestart: (how) => events.push(`restart: ${how}`),
      onUnreachable: () => events.push('unreachable'),
      onFailed: ({ code }: AppError) => events.push(`failed: ${code}`),
    },
  });
  const say = (message: FromLiveWorker): void => listener?.onMessage(message);
  const lose = (isDrained?: boolean): void => listener?.onExit('gone', isDrained);
  return { worker, events, taken, rooms, pool, say, lose, close: () => media.close() };
}
