import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { mergeSettings, type Settings, type SettingsPatch } from '../../contract/settings.ts';

/** Settings of the whole app, as stored by main. */
export interface SettingsState {
  readonly settings: Settings;
  /** Changes some settings: shown immediately, reverted when main cannot store them (rejects then). */
  readonly change: (patch: SettingsPatch) => Promise<void>;
}

/** See {@link SettingsState}. */
export type SettingsStore = StoreApi<SettingsState>;

/** Makes the store of the settings and listens to main; `settings` is what main answered at start. */
export function createSettingsStore(bridge: Bridge<Ipc>, settings: Settings): SettingsStore {
  /** Settings as main has them, and changes that it has not answered yet, in their order. */
  let stored = settings;
  const pending: SettingsPatch[] = [];
  const show = (): void =>
    store.setState({ settings: pending.reduce<Settings>(mergeSettings, stored) });
  const store = createStore<SettingsState>()(() => ({
    settings,
    change: async (patch) => {
      pending.push(patch);
      try {
        show(); // Throws for what no settings can be.
        stored = await bridge.call('settings.change', patch);
      } finally {
        pending.splice(pending.indexOf(patch), 1);
        show();
      }
    },
  }));
  bridge.on('settings.changed', (changed) => {
    stored = changed;
    show();
  });
  return store;
}
