import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { App } from '../app/app-context.ts';
import { createViewStore } from '../stores/view-store.ts';
import { guardWindow } from './guard-window.ts';

it('names the end of what others see before that of a recording', () => {
  const reasons: unknown[] = [];
  const live = createStore(() => ({ phase: 'off' }));
  const changer = createStore(() => ({ session: { phase: 'off' } }));
  const captures = createStore<{ recording: object | null }>(() => ({ recording: null }));
  guardWindow({
    live,
    changer,
    captures,
    view: createViewStore(null),
    bridge: {
      call: async (_name: string, { reason }: { reason: unknown }) => reasons.push(reason),
    },
    attempt: async (action: () => Promise<void>) => {
      await action();
      return true;
    },
  } as unknown as App);
  captures.setState({ recording: {} });
  live.setState({ phase: 'on' });
  captures.setState({ recording: null });
  changer.setState({ session: { phase: 'live' } });
  captures.setState({ recording: {} });
  live.setState({ phase: 'off' });
  changer.setState({ session: { phase: 'off' } });
  captures.setState({ recording: null });
  expect(reasons).toEqual(['recording', 'live', 'recording', null]);
});
