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
  return { show, told };
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
