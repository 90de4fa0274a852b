import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { TrayView } from '../../contract/ipc/desktop.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** Desktop integration outside of the window. */
export interface DesktopState {
  /** True when this desktop has a tray for icons of programs. */
  readonly hasTray: boolean;
  /** Shows an icon in the tray, or with null none. */
  readonly useTray: (view: TrayView | null) => Promise<void>;
  /** Progress of the queue, from 0 to 1; null while nothing runs. */
  readonly showProgress: (fraction: number | null) => Promise<void>;
}

/** See {@link DesktopState}. */
export type DesktopStore = StoreApi<DesktopState>;

/** Makes the store and listens to main; there is no tray until main knows of one. */
export function createDesktopStore(bridge: Bridge<Ipc>): DesktopStore {
  const store = createStore<DesktopState>()((set) => ({
    hasTray: false,
    useTray: async (view) => set(await bridge.call('desktop.use_tray', { view })),
    showProgress: async (fraction) => {
      await bridge.call('desktop.show_progress', { fraction });
    },
  }));
  bridge.on('desktop.tray_changed', (state) => store.setState(state));
  return store;
}
