import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { MicrophoneView } from '../../contract/ipc/microphone.ts';
import type { SoundReport, SoundTest } from '../../contract/sound-devices.ts';
import { toAppError } from '../app/to-app-error.ts';

/** The virtual microphone, as main has it. */
export interface VirtualMicrophoneState {
  readonly view: MicrophoneView;
  /** Present while the voice is output. */
  readonly report: SoundReport | null;
  readonly test: SoundTest | AppError | 'running' | null;
  /** A failure is part of the view. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Plays a tone through it. */
  readonly runTest: () => Promise<void>;
}

/** See {@link VirtualMicrophoneState}. */
export type VirtualMicrophoneStore = StoreApi<VirtualMicrophoneState>;

/** Makes the store and listens to main; until its first word the microphone counts as off. */
export function createVirtualMicrophoneStore(bridge: Bridge<Ipc>): VirtualMicrophoneStore {
  const store = createStore<VirtualMicrophoneState>()((set) => ({
    view: { state: 'off' },
    report: null,
    test: null,
    start: async () => {
      set({ test: null });
      try {
        set({ view: await bridge.call('microphone.start', {}) });
      } catch {
        set({ view: await bridge.call('microphone.read', {}) });
      }
    },
    stop: async () => {
      await bridge.call('microphone.stop', {});
      set({ test: null, report: null });
    },
    runTest: async () => {
      set({ test: 'running' });
      try {
        set({ test: await bridge.call('microphone.test', {}) });
      } catch (error) {
        set({ test: toAppError(error) });
      }
    },
  }));
  bridge.on('microphone.changed', (view) => store.setState({ view }));
  bridge.on('microphone.reported', (report) => store.setState({ report }));
  void bridge.call('microphone.read', {}).then((view) => store.setState({ view }));
  return store;
}
