import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { createQueueStore } from './queue-store.ts';

it('moves jobs at once, and back when main cannot', async () => {
  const answer = Promise.withResolvers<null>();
  const store = createQueueStore({
    call: () => answer.promise,
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>);
  store.setState({ queue: { ...store.getState().queue, order: ['a', 'b', 'c'] } });
  const moved = store.getState().move(['c'], 'a');
  expect(store.getState().queue.order).toEqual(['c', 'a', 'b']);
  answer.reject(new AppError('storage_failed', 'The disk is full.'));
  await expect(moved).rejects.toMatchObject({ code: 'storage_failed' });
  expect(store.getState().queue.order).toEqual(['a', 'b', 'c']);
});
