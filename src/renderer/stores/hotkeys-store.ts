import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Hotkey } from '../../contract/hotkeys.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { HotkeyView } from '../../contract/ipc/hotkeys.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** State of global hotkeys on this desktop; the keys themselves come from the list of commands. */
export interface HotkeysState {
  readonly view: HotkeyView;
  /** True while the keys of a shortcut are recorded: those that are struck then must not act. */
  readonly isRecording: boolean;
  readonly setRecording: (isRecording: boolean) => void;
  /** Makes main grab exactly these keys while the output is live. */
  readonly use: (keys: readonly Hotkey[]) => Promise<void>;
  /** Tries whether the chosen keys can be had. */
  readonly check: () => Promise<void>;
}

/** See {@link HotkeysState}. */
export type HotkeysStore = StoreApi<HotkeysState>;

/** Makes the store and listens to main; all keys count as free until `check`. */
export function createHotkeysStore(bridge: Bridge<Ipc>): HotkeysStore {
  const store = createStore<HotkeysState>()((set) => ({
    view: { missing: null, hasRelease: true, refused: [] },
    isRecording: false,
    setRecording: (isRecording) => set({ isRecording }),
    use: async (keys) => set({ view: await bridge.call('hotkeys.use', { keys: [...keys] }) }),
    check: async () => set({ view: await bridge.call('hotkeys.check', {}) }),
  }));
  bridge.on('hotkeys.changed', (view) => store.setState({ view }));
  return store;
}
