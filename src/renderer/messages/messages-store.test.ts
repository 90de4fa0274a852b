import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ToastText } from '../../ui/toast.tsx';
import { createMessagesStore } from './messages-store.ts';

const saved: ToastText = { tone: 'good', title: 'The snapshot was saved', path: '/a.png' };
const failed: ToastText = { tone: 'danger', title: 'A clip failed' };

it('keeps messages, the newest first, and repeated ones once with their count', () => {
  let nowMs = 1;
  const store = createMessagesStore(() => (nowMs += 1));
  const { add } = store.getState();
  add(saved);
  add(failed);
  add({ ...saved });
  add({ ...saved, path: '/b.png' });
  const said = store
    .getState()
    .messages.map(({ path, title, count, atMs }) => [path ?? title, count, atMs]);
  expect(said).toEqual([
    ['/b.png', 1, 5],
    ['/a.png', 2, 4],
    ['A clip failed', 1, 3],
  ]);
  expect(store.getState().unread).toBe(4 - 1);
});

it('has nothing unread once it was looked at, until more comes', () => {
  const store = createMessagesStore();
  store.getState().add(saved);
  store.getState().markRead();
  expect(store.getState()).toMatchObject({ unread: 0, messages: [{ count: 1 }] });
  store.getState().add(failed);
  expect(store.getState().unread).toBe(1);
});

it('forgets withdrawn messages, and never counts more as unread than exist', () => {
  const action = fc.oneof(
    fc.record({ do: fc.constant('add'), title: fc.integer({ min: 0, max: 70 }) }),
    fc.record({ do: fc.constantFrom('take back', 'read', 'clear') }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const store = createMessagesStore();
      let takeBack = (): void => undefined;
      for (const one of actions) {
        if ('title' in one) {
          takeBack = store.getState().add({ tone: 'info', title: String(one.title) });
          expect(store.getState().messages[0]?.title).toBe(String(one.title));
        } else if (one.do === 'take back') {
          takeBack();
        } else if (one.do === 'read') {
          store.getState().markRead();
        } else {
          store.getState().clear();
        }
        const { messages, unread } = store.getState();
        expect(messages.length).toBeLessThanOrEqual(50);
        expect(unread).toBeLessThanOrEqual(messages.length);
        expect(new Set(messages.map(({ title }) => title)).size).toBe(messages.length);
      }
    }),
  );
});
