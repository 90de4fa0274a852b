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
  const store = createStore<SettingsState>()((set, get) => ({
    settings,
    change: async (patch) => {
      const before = get().settings;
      set({ settings: mergeSettings(before, patch) });
      try {
        set({ settings: await bridge.call('settings.change', patch) });
      } catch (error) {
        set({ settings: before });
        throw error;
      }
    },
  }));
  bridge.on('settings.changed', (changed) => store.setState({ settings: changed }));
  return store;
}
