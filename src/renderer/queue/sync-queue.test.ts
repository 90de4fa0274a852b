import { expect, it } from 'vitest';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { App } from '../app/app-context.ts';
import { createText } from '../i18n/text.ts';
import { createJobsStore, type JobsState } from '../stores/jobs-store.ts';
import { syncQueue } from './sync-queue.ts';
import { createQueueStore } from './queue-store.ts';

/** The page's queue with a simulated main; returns the notifications of the desktop. */
function openQueue() {
  const told: unknown[] = [];
  const toasts: unknown[] = [];
  const bridge = {
    call: async (name: string, input: unknown) => {
      if (name === 'queue.announce') {
        told.push(input);
      }
      return queue.getState().queue;
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const jobs = createJobsStore(bridge);
  const queue = createQueueStore(bridge);
  const stateOf = (state: object) => ({ getState: () => state });
  syncQueue(
    {
      jobs,
      queue,
      bridge,
      text: () => createText('en'),
      notify: (toast: unknown) => {
        toasts.push(toast);
        return () => void toasts.splice(toasts.indexOf(toast), 1);
      },
      live: stateOf({ phase: 'off' }),
      settings: stateOf({ settings: { queueSound: false } }),
      attempt: async (action: () => Promise<void>) => {
        await action();
        return true;
      },
    } as unknown as App,
    { title: 'Guise' } as Document,
  );
  const show = (...all: readonly Pick<LocalJob, 'id' | 'state' | 'isQuiet'>[]): void =>
    jobs.setState({
      jobs: all.map((job) => ({ ...job, isCleared: true })),
    } as unknown as JobsState);
  return { show, told, toasts, queue };
}

it('ends with a word, but not for results that came by themselves', () => {
  const { show, told } = openQueue();
  const old = { id: 'old', isQuiet: true };
  show({ ...old, state: 'collecting' });
  show({ ...old, state: 'succeeded', isQuiet: false });
  expect(told).toEqual([]);

  const own = { id: 'own', isQuiet: false };
  show({ ...old, state: 'collecting' }, { ...own, state: 'processing' });
  show({ ...old, state: 'collecting' }, { ...own, state: 'succeeded' });
  expect(told).toEqual([{ title: expect.any(String), text: 'One result is ready.' }]);
  show({ ...old, state: 'failed', isQuiet: false }, { ...own, state: 'succeeded' });
  expect(told).toHaveLength(1);
});

it('shows that the app is about to quit for the whole minute, and no longer', () => {
  const { toasts, queue } = openQueue();
  const ending = { ...queue.getState().queue, whenDone: 'quit', endsAtMs: 60_000 } as const;
  queue.setState({ queue: ending });
  queue.setState({ queue: { ...ending, isPaused: true } });
  expect(toasts).toMatchObject([
    { title: 'All done. Guise quits within a minute.', isLasting: true },
  ]);
  queue.setState({ queue: { ...ending, whenDone: 'nothing', endsAtMs: null } });
  expect(toasts).toEqual([]);
});
