import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { TrackerHost } from '../swap/tracker-host.ts';
import { TrackerSupervisor } from './tracker-supervisor.ts';

const died = new AppError('processing_failed', 'The thread died.');
let closed: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  closed = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function createTracker(name: string): TrackerHost {
  return { close: async () => void closed.push(name) } as unknown as TrackerHost;
}

it('opens another tracker a second after one died', async () => {
  const [first, second] = [createTracker('first'), createTracker('second')];
  const keeper = new TrackerSupervisor(first, async () => second);
  expect([keeper.find(), keeper.failure]).toEqual([first, null]);
  keeper.drop(first, died);
  keeper.drop(first, died);
  expect(closed).toEqual(['first']);
  vi.advanceTimersByTime(999);
  expect([keeper.find(), keeper.failure]).toEqual([null, died]);
  vi.advanceTimersByTime(1);
  keeper.find();
  await expect.poll(() => keeper.find()).toBe(second);
  expect(keeper.failure).toBeNull();
});

it('tries again each second, and tells why there is none', async () => {
  const refused = new AppError('processing_failed', 'No memory.');
  let tries = 0;
  const first = createTracker('first');
  const keeper = new TrackerSupervisor(first, async () => {
    tries += 1;
    throw refused;
  });
  keeper.drop(first, died);
  for (let second = 1; second <= 3; second += 1) {
    vi.advanceTimersByTime(1000);
    keeper.find();
    keeper.find();
    await expect.poll(() => keeper.failure).toBe(refused);
    expect(tries).toBe(second);
  }
});

it('closes the tracker that is opened meanwhile, and opens none afterwards', async () => {
  const opening = Promise.withResolvers<TrackerHost>();
  let tries = 0;
  const first = createTracker('first');
  const keeper = new TrackerSupervisor(first, () => {
    tries += 1;
    return opening.promise;
  });
  keeper.drop(first, died);
  vi.advanceTimersByTime(1000);
  keeper.find();
  const closing = keeper.close();
  opening.resolve(createTracker('second'));
  await closing;
  expect(closed).toEqual(['first', 'second']);
  vi.advanceTimersByTime(5000);
  keeper.find();
  expect(tries).toBe(1);
});
