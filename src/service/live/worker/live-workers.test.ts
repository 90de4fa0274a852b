import { expect, it } from 'vitest';
import type { LiveWorker } from './live-worker-host.ts';
import { LiveWorkers } from './live-workers.ts';

const elsewhere: LiveWorker = {
  pid: null,
  isAlive: true,
  sessions: 0,
  send: () => undefined,
  listen: () => undefined,
  kill: () => undefined,
};

function open(maxSessions: number) {
  const given: (boolean | undefined)[] = [];
  const workers = new LiveWorkers({
    maxSessions,
    remote: {
      acquire: () => elsewhere,
      release: (worker, couldReachRoom) => {
        given.push(couldReachRoom);
        return worker === elsewhere;
      },
      study: () => true,
      setCard: () => undefined,
    },
    onLog: () => undefined,
  });
  return { workers, given };
}

it('gives workers of other machines first, and its own where those did not reach a room', () => {
  const { workers, given } = open(1);
  const first = workers.acquire();
  expect(first).toBe(elsewhere);
  workers.release(first, false);
  expect(given).toEqual([false]);
  const own = workers.acquire({ prefersOwn: true });
  expect(own).not.toBe(elsewhere);
  expect(workers.pids).toEqual([own.pid]);
  workers.close();
});

it('gives those of other machines where it may start none of its own', () => {
  const { workers } = open(-1);
  expect(workers.acquire({ prefersOwn: true })).toBe(elsewhere);
});
