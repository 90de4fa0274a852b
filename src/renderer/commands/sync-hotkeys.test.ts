import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { App } from '../app/app-context.ts';
import { createHotkeysStore } from '../stores/hotkeys-store.ts';
import { syncHotkeys } from './sync-hotkeys.ts';

const wish = { press: { type: 'toggle_mute' } } as const;

it('holds only the panic key while the keys of a shortcut are recorded', () => {
  const held: string[][] = [];
  const hotkeys = createHotkeysStore({
    call: async (_name: string, { keys }: { keys: { id: string }[] }) => {
      held.push(keys.map(({ id }) => id));
      return hotkeys.getState().view;
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>);
  syncHotkeys({
    hotkeys,
    settings: createStore(() => ({})),
    presets: createStore(() => ({})),
    commands: () => [
      { id: 'live.cover', keys: 'F9', isGlobal: true, wish },
      { id: 'voice.mute', keys: 'F7', isGlobal: true, wish },
    ],
    attempt: async (action: () => Promise<void>) => {
      await action();
      return true;
    },
  } as unknown as App);
  hotkeys.getState().setRecording(true);
  hotkeys.getState().setRecording(false);
  expect(held).toEqual([
    ['live.cover', 'voice.mute'],
    ['live.cover'],
    ['live.cover', 'voice.mute'],
  ]);
});
