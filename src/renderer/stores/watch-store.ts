import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { CallInput, Bridge } from '../../contract/ipc/kit.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { WatchAction, WatchState } from '../../contract/ipc/watch.ts';

/** The folder whose new files are taken in, and what can be done about it. */
export interface WatchStoreState {
  /** Null until it is known. */
  readonly watched: WatchState | null;
  readonly refresh: () => Promise<void>;
  /** Asks for the folder. */
  readonly chooseFolder: () => Promise<void>;
  readonly turn: (isOn: boolean) => Promise<void>;
  readonly setAction: (action: WatchAction) => Promise<void>;
  /** Has jobs made of new files with the rest of a form. */
  readonly setUp: (setup: CallInput<Ipc, 'watch.set_up'>) => Promise<void>;
  /** The files that wait for the form, each once. */
  readonly take: () => Promise<readonly ChosenFile[]>;
}

/** See {@link WatchStoreState}. */
export type WatchStore = StoreApi<WatchStoreState>;

/** Makes the store and listens to main; it knows nothing until `refresh`. */
export function createWatchStore(bridge: Bridge<Ipc>): WatchStore {
  const store = createStore<WatchStoreState>()((set) => ({
    watched: null,
    refresh: async () => set({ watched: await bridge.call('watch.read', {}) }),
    chooseFolder: async () => set({ watched: await bridge.call('watch.choose_folder', {}) }),
    turn: async (isOn) => set({ watched: await bridge.call('watch.turn', { isOn }) }),
    setAction: async (action) =>
      set({ watched: await bridge.call('watch.set_action', { action }) }),
    setUp: async (setup) => set({ watched: await bridge.call('watch.set_up', setup) }),
    take: async () => (await bridge.call('watch.take', {})).files,
  }));
  bridge.on('watch.changed', (watched) => store.setState({ watched }));
  return store;
}
