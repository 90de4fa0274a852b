import { createStore, type StoreApi } from 'zustand/vanilla';
import { toWireError } from '../../base/errors.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import type { CameraView } from '../../contract/ipc/cameras.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** The virtual camera, as main has it. */
export interface VirtualCameraState {
  readonly view: CameraView;
  /** Turns it on in the size that goes live; a failure of that is part of the view. Throws when the page cannot be opened. */
  readonly start: (choice: Pick<LiveChoice, 'heightP' | 'hasOutputPage'>) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Address of the output as a page, once it is asked for; null while there is none. */
  readonly pageUrl: string | null;
  readonly setPage: (isOn: boolean) => Promise<void>;
  readonly setDelay: (delayMs: number) => Promise<void>;
  /** Shows a test picture for a while. */
  readonly test: () => Promise<void>;
}

/** See {@link VirtualCameraState}. */
export type VirtualCameraStore = StoreApi<VirtualCameraState>;

/** Frames per second of the device: that of most programs, whatever is sent. */
const RATE = 30;

/** Makes the store and listens to main; until its first word the camera counts as off. */
export function createVirtualCameraStore(bridge: Bridge<Ipc>): VirtualCameraStore {
  const store = createStore<VirtualCameraState>()((set, get) => ({
    view: { state: 'off' },
    pageUrl: null,
    setPage: async (isOn) => {
      if (!isOn) {
        set({ pageUrl: null });
        await bridge.call('cameras.close_page', {});
        return;
      }
      set({ pageUrl: (await bridge.call('cameras.open_page', {})).url });
    },
    start: async ({ heightP, hasOutputPage }) => {
      const format = { width: toWidth(heightP), height: heightP, rate: RATE };
      try {
        set({ view: await bridge.call('cameras.start', { format }) });
      } catch (error) {
        set({ view: { state: 'failed', error: toWireError(error) } });
        return;
      }
      if (hasOutputPage) {
        await get().setPage(true);
      }
    },
    stop: async () => {
      await bridge.call('cameras.stop', {});
    },
    setDelay: async (delayMs) => {
      await bridge.call('cameras.delay', { delayMs });
    },
    test: async () => {
      await bridge.call('cameras.test', {});
    },
  }));
  bridge.on('cameras.changed', (view) => store.setState({ view }));
  return store;
}

/** Of 16:9; even. */
function toWidth(heightP: number): number {
  return 2 * Math.round((heightP * 16) / 9 / 2);
}
